import { useEstimate, type Estimated } from '~/features/billing';

import type { ImageRequest, VideoRequest } from '../media';

/** What the request is expected to cost, followed as it changes. `after` anything that may have changed what there is. */
export function useImageEstimate(request: ImageRequest | null, after: number): Estimated {
  // What it costs is worth knowing before there is a prompt, and does not depend on the words.
  const asked = request && JSON.stringify({ ...request, prompt: '?', brandText: '' });
  return useEstimate('/api/media/images/estimate', asked, after);
}

/** The same of a video. */
export function useVideoEstimate(request: VideoRequest | null, after: number): Estimated {
  const asked = request && JSON.stringify({ ...request, prompt: '?' });
  return useEstimate('/api/media/videos/estimate', asked, after);
}
