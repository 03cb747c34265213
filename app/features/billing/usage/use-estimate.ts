import { useEffect, useRef, useState } from 'react';

import { useTokens } from './components/tokens-provider';
import type { TokensLeft } from './tokens-left';

/** What a request is expected to cost, in weighted tokens, and what there is; null: nothing is charged here. */
export interface Estimate {
  tokens: number;
  available: number | null;
}

export interface Estimated<E extends Estimate = Estimate> {
  /** The last that is known, perhaps of what was asked a moment ago. */
  estimate: E | null;
  /** It could not be found out. */
  failed: boolean;
}

/** Long enough for a word to be typed. */
const PAUSE_MS = 400;

const NOTHING_YET = { estimate: null, failed: false, before: null };

/** An estimate, and what the tab knew to be left when it was asked for. */
interface Answered<E extends Estimate> extends Estimated<E> {
  before: TokensLeft | null;
}

/**
 * What a request is expected to cost, followed as it changes, and what there is, as it is now. `ask` is the same function
 * each time; `wanted` null: there is nothing to ask for yet. `after` counts what may have changed what there is, for who
 * has no live connection.
 */
export function useEstimate<Wanted, E extends Estimate>(
  wanted: Wanted | null,
  ask: (wanted: Wanted, signal: AbortSignal) => Promise<E>,
  after = 0,
): Estimated<E> {
  const tokens = useTokens();
  const [answered, setAnswered] = useState<Answered<E>>(NOTHING_YET);
  const latest = useRef({ tokens, wanted });
  useEffect(() => {
    latest.current = { tokens, wanted };
  });
  const key = JSON.stringify(wanted);
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const { tokens: before, wanted } = latest.current;
      if (wanted === null) return;
      ask(wanted, abort.signal).then(
        (estimate) => {
          if (!abort.signal.aborted) setAnswered({ estimate, failed: false, before });
        },
        () => {
          // It is news, not a condition: one can go on without it, and the page says that it is missing.
          if (!abort.signal.aborted) setAnswered({ estimate: null, failed: true, before });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [ask, key, after]);

  // A reservation ends after it was counted: what is heard since then is newer than what was answered.
  const { estimate, failed, before } = answered;
  if (!estimate || estimate.available === null || !tokens || tokens === before) return answered;
  return { estimate: { ...estimate, available: tokens.left }, failed };
}
