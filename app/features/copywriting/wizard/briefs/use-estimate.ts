import { useEstimate, type Estimated } from '~/features/billing';

import type { BriefRequest } from './brief';
import { checkBrief } from './check-brief';

/** What the request is expected to cost, followed as it changes; null: there is nothing to ask for yet. */
export function useBriefEstimate(request: BriefRequest | null): Estimated {
  // What it costs is worth knowing before there is a topic.
  const wanted = request && checkBrief({ ...request }, { topicMayBeMissing: true }).brief;
  return useEstimate('/api/briefs/estimate', wanted && JSON.stringify(wanted));
}
