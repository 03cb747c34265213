import { useEffect, useState } from 'react';

import type { Estimate } from './cost-words';
import type { ImageRequest } from './media';
import { requestEstimate } from './media-requests';

/** Long enough for a word to be typed. */
const PAUSE_MS = 400;

export interface Estimated {
  /** The last that is known, perhaps of what was asked a moment ago. */
  estimate: Estimate | null;
  /** It could not be found out. */
  failed: boolean;
}

/** What the request is expected to cost, followed as it changes. `after` anything that may have changed what there is. */
export function useEstimate(request: ImageRequest | null, after: number): Estimated {
  const [estimated, setEstimated] = useState<Estimated>({ estimate: null, failed: false });
  // What it costs is worth knowing before there is a prompt, and does not depend on the words.
  const asked = request && JSON.stringify({ ...request, prompt: '?', brandText: '' });
  useEffect(() => {
    if (asked === null) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      requestEstimate(JSON.parse(asked) as ImageRequest, abort.signal).then(
        (estimate) => {
          if (!abort.signal.aborted) setEstimated({ estimate, failed: false });
        },
        () => {
          // It is news, not a condition: images can be asked for without it, and the page says that it is missing.
          if (!abort.signal.aborted) setEstimated({ estimate: null, failed: true });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [asked, after]);
  return estimated;
}
