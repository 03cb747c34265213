import { Link } from '@remix-run/react';
import { useState } from 'react';

import { formatShortDay } from '~/lib/format/dates';
import { formatCount } from '~/lib/format/numbers';

import { leftText, type TokensLeft } from '../tokens';
import { useTokens } from './tokens-provider';

const LINK =
  'inline-flex items-center font-medium text-accent underline underline-offset-4 touch:min-h-11';

/**
 * Says what is left, when the present month ends, and where to get more tokens; once there are more, it says so
 * instead.
 */
export function OutOfTokensNote({ id, text }: { id?: string; text: string }) {
  const tokens = useTokens();
  const left = tokens?.left ?? 0;
  const [min, setMin] = useState(left);
  if (left < min) setMin(left);
  const hasMore = tokens !== null && left > min;
  return (
    <div
      id={id}
      role="alert"
      className="rounded-md border border-accent/40 bg-accent-soft px-3.5 py-2.5 text-sm text-pretty"
    >
      {hasMore ? (
        <p>You have {formatCount(tokens.left, 'token')} now. Try again.</p>
      ) : (
        <>
          <p>{text}</p>
          <p>
            {tokens !== null && tokens.waiting === 0 && `${stateText(tokens)} `}
            Nothing you wrote is lost.
          </p>
          <p className="mt-1 flex flex-wrap gap-x-4">
            {linksOf(tokens).map(([to, label]) => (
              <Link key={to} to={to} className={LINK}>
                {label}
              </Link>
            ))}
          </p>
        </>
      )}
    </div>
  );
}

/** What helps. Tokens that wait for a confirmed email need no new ones beside them. */
function linksOf(tokens: TokensLeft | null): [to: string, label: string][] {
  if (tokens !== null && tokens.waiting > 0) {
    return [['/auth/verify', 'Confirm your email']];
  }
  if (tokens?.metering === 'billing') {
    return [
      ['/settings?tab=tokens', 'Get more tokens'],
      ['/pricing', 'See plans'],
    ];
  }
  return [
    ['/settings?tab=tokens', 'See your tokens'],
    ['/settings?tab=contact', 'Ask for more'],
  ];
}

function stateText({ left, waiting, monthEndsAt }: TokensLeft): string {
  const has = `You have ${leftText({ left, waiting })}.`;
  return monthEndsAt === null
    ? has
    : `${has} Your current month ends on ${formatShortDay(monthEndsAt)}.`;
}
