import { useEffect, useRef, useState } from 'react';

import { useTokens } from './components/tokens-provider';
import type { TokensLeft } from './tokens';

/** In weighted tokens. */
export interface Estimate {
  /** What the request is expected to cost. */
  tokens: number;
  /** What can be spent; null while metering is off. */
  available: number | null;
}

export interface Estimated<E extends Estimate = Estimate> {
  /** The latest one, which may still be of the previous request. */
  estimate: E | null;
  failed: boolean;
}

/** Long enough to type a word. */
const PAUSE_MS = 400;

const NOTHING_YET = { estimate: null, failed: false, before: null };

interface Answered<E extends Estimate> extends Estimated<E> {
  /** What the tab knew to be left when it requested the estimate. */
  before: TokensLeft | null;
}

/**
 * What a request is expected to cost, updated as `input` changes, and what can be spent at this moment. `input` is null
 * while there is nothing to estimate. `fetchEstimate` must be a stable function. Changing `after` requests the estimate
 * again, which keeps it right without a live connection.
 */
export function useEstimate<Input, E extends Estimate>(
  input: Input | null,
  fetchEstimate: (input: Input, signal: AbortSignal) => Promise<E>,
  after = 0,
): Estimated<E> {
  const tokens = useTokens();
  const [answered, setAnswered] = useState<Answered<E>>(NOTHING_YET);
  const latest = useRef({ tokens, input });
  useEffect(() => {
    latest.current = { tokens, input };
  });
  const key = JSON.stringify(input);
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const { tokens: before, input } = latest.current;
      if (input === null) return;
      fetchEstimate(input, abort.signal).then(
        (estimate) => {
          if (!abort.signal.aborted) setAnswered({ estimate, failed: false, before });
        },
        () => {
          // Work doesn't depend on it, and the page says that it is missing.
          if (!abort.signal.aborted) setAnswered({ estimate: null, failed: true, before });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [fetchEstimate, key, after]);

  // What a live event has reported since the request is newer than the answer.
  const { estimate, failed, before } = answered;
  if (!estimate || estimate.available === null || !tokens || tokens === before) return answered;
  return { estimate: { ...estimate, available: tokens.left }, failed };
}
