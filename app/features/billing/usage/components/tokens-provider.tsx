import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';

import { onEvent, onConnection } from '~/engine/events';
import { client } from '~/http/client';

import type { LedgerApi } from '../../ledger/routes/ledger';
import type { TokensLeft } from '../tokens-left';

const api = client<LedgerApi>();

const Tokens = createContext<TokensLeft | null>(null);

/** What this person has left, as it is now; null where nothing is metered. */
export function useTokens(): TokensLeft | null {
  return useContext(Tokens);
}

/** A timer can wait no longer. */
const MAX_MS = 2_147_483_647;

/** Keeps what is left true while the page is there. `start` is what was loaded. */
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
    const ask = () => {
      api.get('/api/billing/balance').then(
        ({ shown }) => set(shown),
        () => {
          // What was known stays; the next change, or the next page, brings the truth.
        },
      );
    };
    let lost = false;
    const ends = [
      onEvent('tokens', set),
      onConnection((connected) => {
        if (connected && lost) ask();
        lost = !connected;
      }),
    ];
    const ms = changesAt === null ? Infinity : Math.max(Date.parse(changesAt) - Date.now(), 0);
    // A second later, for clocks that are not quite the same.
    const timer = ms < MAX_MS - 1000 ? setTimeout(ask, ms + 1000) : undefined;
    return () => {
      clearTimeout(timer);
      ends.forEach((end) => end());
    };
  }, [metered, changesAt]);

  return <Tokens.Provider value={now}>{children}</Tokens.Provider>;
}
