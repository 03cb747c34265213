import { useEffect, useState } from 'react';

import type { BriefRequest, Estimate } from './brief';
import { requestEstimate } from './brief-requests';
import { checkBrief } from './check-brief';

/** Long enough for a word to be typed. */
const PAUSE_MS = 400;

export interface Estimated {
  /** The last that is known, perhaps of what was asked a moment ago. */
  estimate: Estimate | null;
  /** It could not be found out. */
  failed: boolean;
}

/** What the request is expected to cost, followed as it changes; null: there is nothing to ask for yet. */
export function useEstimate(request: BriefRequest | null): Estimated {
  const [estimated, setEstimated] = useState<Estimated>({ estimate: null, failed: false });
  // What it costs is worth knowing before there is a topic.
  const wanted = request && checkBrief({ ...request }, { topicMayBeMissing: true }).brief;
  const asked = wanted && JSON.stringify(wanted);
  useEffect(() => {
    if (asked === null) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      requestEstimate(JSON.parse(asked) as BriefRequest, abort.signal).then(
        (estimate) => {
          if (!abort.signal.aborted) setEstimated({ estimate, failed: false });
        },
        () => {
          // It is news, not a condition: writing can be asked for without it, and the page says that it is missing.
          if (!abort.signal.aborted) setEstimated({ estimate: null, failed: true });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [asked]);
  return estimated;
}
