import { useEstimate, type Estimated } from '~/features/billing';
import { client } from '~/http/client';

import type { BriefsApi } from '../routes/briefs';
import type { BriefRequest } from './brief';
import { checkBrief } from './check-brief';

const api = client<BriefsApi>();

/** What the request is expected to cost, followed as it changes; null: there is nothing to ask for yet. */
export function useBriefEstimate(request: BriefRequest | null): Estimated {
  // What it costs is worth knowing before there is a topic.
  const wanted = request && checkBrief({ ...request }, { topicMayBeMissing: true }).brief;
  return useEstimate(wanted ?? null, ask);
}

function ask(body: BriefRequest, signal: AbortSignal) {
  return api.post('/api/briefs/estimate', { body, signal });
}
