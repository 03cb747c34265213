import { Link } from '@remix-run/react';
import { Coins } from 'lucide-react';

import { leftShort, leftText } from '../tokens-left';
import { useTokens } from './tokens-provider';

/** What is left, small, on every page; nothing where nothing is metered. */
export function TokensGlance() {
  const tokens = useTokens();
  if (tokens === null) return null;
  const none = tokens.left === 0;
  return (
    <Link
      to="/settings?tab=tokens"
      aria-label={leftText(tokens)}
      title={leftText(tokens)}
      className={`inline-flex h-9 shrink-0 items-center gap-1.5 rounded-md px-1.5 text-sm tabular-nums hover:bg-hover sm:px-2.5 touch:h-11 touch:min-w-11 touch:justify-center ${none ? 'font-medium text-accent' : 'text-muted hover:text-text'}`}
    >
      <Coins className="size-4 shrink-0 max-sm:hidden" aria-hidden="true" />
      <span className="lg:hidden">{leftShort(tokens)}</span>
      <span className="max-lg:hidden">{leftText(tokens)}</span>
    </Link>
  );
}
