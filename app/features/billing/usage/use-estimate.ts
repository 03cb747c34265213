import { useEffect, useRef, useState } from 'react';


import { jsonRequest, requestJson } from '~/http/client';

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
 * What a request is expected to cost, followed as it changes, and what there is, as it is now. `asked` is the request
 * as JSON, posted to `address`; null: there is nothing to ask for yet. `after` counts what may have changed what there
 * is, for who has no live connection.
 */
export function useEstimate<E extends Estimate>(
  address: string,
  asked: string | null,
  after = 0,
): Estimated<E> {
  const tokens = useTokens();
  const [answered, setAnswered] = useState<Answered<E>>(NOTHING_YET);
  const left = useRef(tokens);
  useEffect(() => {
    left.current = tokens;
  }, [tokens]);
  useEffect(() => {
    if (asked === null) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const before = left.current;
      const request = { ...jsonRequest('POST', JSON.parse(asked) as object), signal: abort.signal };
      requestJson(address, request).then(
        (estimate) => {
          if (!abort.signal.aborted)
            setAnswered({ estimate: estimate as E, failed: false, before });
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
  }, [address, asked, after]);

  // A reservation ends after it was counted: what is heard since then is newer than what was answered.
  const { estimate, failed, before } = answered;
  if (!estimate || estimate.available === null || !tokens || tokens === before) return answered;
  return { estimate: { ...estimate, available: tokens.left }, failed };
}
