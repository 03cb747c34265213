import { Link } from '@remix-run/react';
import { Coins } from '~/ui/display/shared-icons';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';

import { onEvent, onConnection } from '~/engine/events';
import { client } from '~/http/client';

import type { LedgerApi } from '../../ledger/routes/ledger';
import { leftShort, leftText, type TokensLeft } from '../tokens';

const api = client<LedgerApi>();

const Tokens = createContext<TokensLeft | null>(null);

/** What the user has left now; null while metering is off. */
export function useTokens(): TokensLeft | null {
  return useContext(Tokens);
}

/** The longest that a timer can wait. */
const MAX_TIMER_MS = 2_147_483_647;

/** Keeps the tokens left up to date while the page is open. `start` is what the page was loaded with. */
export function TokensProvider({
  start,
  children,
}: {
  start: TokensLeft | null;
  children: ReactNode;
}) {
  const [known, setKnown] = useState({ start, now: start });
  if (known.start !== start) setKnown({ start, now: start });
  const now = known.start === start ? known.now : start;
  const metered = start !== null;
  const changesAt = now?.changesAt ?? null;

  useEffect(() => {
    if (!metered) return;
    const set = (tokens: TokensLeft | null) => setKnown((old) => ({ ...old, now: tokens }));
    const refresh = () => {
      api.get('/api/billing/balance').then(
        ({ shown }) => set(shown),
        () => {
          // The old number stays until the next change or page load.
        },
      );
    };
    let lost = false;
    const stops = [
      onEvent('tokens', set),
      onConnection((connected) => {
        if (connected && lost) refresh();
        lost = !connected;
      }),
    ];
    const ms = changesAt === null ? Infinity : Math.max(Date.parse(changesAt) - Date.now(), 0);
    // A second later, because the clocks may differ slightly.
    const timer = ms < MAX_TIMER_MS - 1000 ? setTimeout(refresh, ms + 1000) : undefined;
    return () => {
      clearTimeout(timer);
      stops.forEach((stop) => stop());
    };
  }, [metered, changesAt]);

  return <Tokens.Provider value={now}>{children}</Tokens.Provider>;
}

/** The tokens left, in the header of every page; nothing while metering is off. */
export function TokensGlance() {
  const tokens = useTokens();
  if (tokens === null) return null;
  const isEmpty = tokens.left === 0;
  return (
    <Link
      to="/settings?tab=tokens"
      aria-label={leftText(tokens)}
      title={leftText(tokens)}
      className={`inline-flex h-9 shrink-0 items-center gap-1.5 rounded-md px-1.5 text-sm tabular-nums hover:bg-hover sm:px-2.5 touch:h-11 touch:min-w-11 touch:justify-center ${isEmpty ? 'font-medium text-accent' : 'text-muted hover:text-text'}`}
    >
      <Coins className="size-4 shrink-0 max-sm:hidden" aria-hidden="true" />
      <span className="lg:hidden">{leftShort(tokens)}</span>
      <span className="max-lg:hidden">{leftText(tokens)}</span>
    </Link>
  );
}
