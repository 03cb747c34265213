import { useEffect, useState } from 'react';

import { jsonRequest, requestJson } from '~/features/auth';

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

/**
 * What a request is expected to cost, followed as it changes. `asked` is the request as JSON, posted to `address`; null:
 * there is nothing to ask for yet. `after` counts what may have changed what there is.
 */
export function useEstimate<E extends Estimate>(
  address: string,
  asked: string | null,
  after = 0,
): Estimated<E> {
  const [estimated, setEstimated] = useState<Estimated<E>>({ estimate: null, failed: false });
  useEffect(() => {
    if (asked === null) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const request = { ...jsonRequest('POST', JSON.parse(asked) as object), signal: abort.signal };
      requestJson(address, request).then(
        (estimate) => {
          if (!abort.signal.aborted) setEstimated({ estimate: estimate as E, failed: false });
        },
        () => {
          // It is news, not a condition: one can go on without it, and the page says that it is missing.
          if (!abort.signal.aborted) setEstimated({ estimate: null, failed: true });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [address, asked, after]);
  return estimated;
}
