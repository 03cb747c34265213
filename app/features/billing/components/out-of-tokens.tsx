import { Link } from '@remix-run/react';
import { useState } from 'react';

import { leftText, tokensText } from '../usage/tokens-left';
import { useTokens } from './tokens-provider';

const LINK =
  'inline-flex items-center font-medium text-accent underline underline-offset-4 touch:min-h-11';

/**
 * Says that tokens are missing, what there is, when a new month begins, and where more come from. When more have come
 * it says that instead.
 */
export function OutOfTokens({ id, text }: { id?: string; text: string }) {
  const tokens = useTokens();
  const [before] = useState(tokens?.left ?? 0);
  const more = tokens !== null && tokens.left > before;
  return (
    <div
      id={id}
      role="alert"
      className="rounded-md border border-accent/40 bg-accent-soft px-3.5 py-2.5 text-sm text-pretty"
    >
      {more ? (
        <p>You have {tokensText(tokens.left)} now. Please try again.</p>
      ) : (
        <>
          <p>
            {text} {tokens !== null && tokens.waiting === 0 && `Now: ${leftText(tokens)}. `}
            Nothing that you wrote is lost.
          </p>
          {tokens?.monthEndsAt && (
            <p>Your present month of tokens ends on {shortDay(tokens.monthEndsAt)}.</p>
          )}
          <p className="mt-1 flex flex-wrap gap-x-4">
            <Link to="/settings?tab=tokens" className={LINK}>
              {tokens?.metering === 'billing' ? 'Get more tokens' : 'See your tokens'}
            </Link>
            {tokens?.metering === 'billing' ? (
              <Link to="/pricing" className={LINK}>
                See the plans
              </Link>
            ) : (
              <Link to="/settings?tab=contact" className={LINK}>
                Write to whoever runs this site
              </Link>
            )}
          </p>
        </>
      )}
    </div>
  );
}

/** It is never part of what the server sends, so the browser's own zone is right. */
function shortDay(moment: string): string {
  return new Date(moment).toLocaleDateString('en-US', { dateStyle: 'long' });
}
