import { Link } from '@remix-run/react';
import { useState } from 'react';

import { refusalText, RequestRefused } from '~/http/client';
import { formatCount, formatShortDay } from '~/lib/format';
import { FormError } from '~/ui/feedback/notice';

import { leftText, type TokensLeft } from '../tokens';
import { useTokens } from './tokens-provider';

/** Why a request was refused. */
export interface Refused {
  text: string;
  /** Too few tokens: nothing is wrong, and the person can get more. */
  tokens: boolean;
}

/** The status of AppError `out-of-tokens`. */
const OUT_OF_TOKENS = 402;

export function isOutOfTokens(error: unknown): boolean {
  return error instanceof RequestRefused && error.status === OUT_OF_TOKENS;
}

/** With the server's text, or else `otherwise`. */
export function refusedBy(error: unknown, otherwise: string): Refused {
  return { text: refusalText(error, otherwise), tokens: isOutOfTokens(error) };
}

/** Why a request was refused, shown next to its form; nothing without a reason. */
export function RefusedNote({ id, refused }: { id?: string; refused: Refused | null }) {
  if (refused === null) return null;
  if (refused.tokens) return <OutOfTokens id={id} text={refused.text} />;
  return <FormError id={id}>{refused.text}</FormError>;
}

const LINK =
  'inline-flex items-center font-medium text-accent underline underline-offset-4 touch:min-h-11';

/**
 * Says what is left, when the present month ends, and where to get more tokens; once there are more, it says so
 * instead.
 */
export function OutOfTokens({ id, text }: { id?: string; text: string }) {
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
