import { Link } from '@remix-run/react';
import { useState } from 'react';

import { formatCount } from '~/lib/format';

import { leftText, type TokensLeft } from '../tokens-left';
import { useTokens } from './tokens-provider';

const LINK =
  'inline-flex items-center font-medium text-accent underline underline-offset-4 touch:min-h-11';

/**
 * Says that tokens are missing, what there is, when a new month begins, and where more come from. When more have come
 * it says that instead.
 */
export function OutOfTokens({ id, text }: { id?: string; text: string }) {
  const tokens = useTokens();
  const left = tokens?.left ?? 0;
  const [least, setLeast] = useState(left);
  if (left < least) setLeast(left);
  const more = tokens !== null && left > least;
  return (
    <div
      id={id}
      role="alert"
      className="rounded-md border border-accent/40 bg-accent-soft px-3.5 py-2.5 text-sm text-pretty"
    >
      {more ? (
        <p>You have {formatCount(tokens.left, 'token')} now. Please try again.</p>
      ) : (
        <>
          <p>{text}</p>
          <p>
            {tokens !== null && tokens.waiting === 0 && `${stateText(tokens)}. `}
            What you wrote is kept.
          </p>
          <p className="mt-1 flex flex-wrap gap-x-4">
            <Link to="/settings?tab=tokens" className={LINK}>
              {tokens?.metering === 'billing' ? 'Get more tokens' : 'Your tokens'}
            </Link>
            {tokens?.metering === 'billing' ? (
              <Link to="/pricing" className={LINK}>
                See the plans
              </Link>
            ) : (
              <Link to="/settings?tab=contact" className={LINK}>
                Ask for more
              </Link>
            )}
          </p>
        </>
      )}
    </div>
  );
}

/** What there is, and until when the present month of tokens goes. */
function stateText({ left, waiting, monthEndsAt }: TokensLeft): string {
  const has = `You have ${leftText({ left, waiting })}`;
  if (monthEndsAt === null) return has;
  // It is never part of what the server sends, so the browser's own zone is right.
  const end = new Date(monthEndsAt).toLocaleDateString('en-US', { month: 'long', day: 'numeric' });
  return `${has}; your present month of tokens ends on ${end}`;
}
