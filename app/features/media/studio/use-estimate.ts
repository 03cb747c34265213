import { useEstimate, type Estimated } from '~/features/billing';

import type { ImageRequest, VideoRequest } from '../media';
import { imagesApi, videosApi } from '../media-requests';

/** What the request is expected to cost, followed as it changes. `after` anything that may have changed what there is. */
export function useImageEstimate(request: ImageRequest | null, after: number): Estimated {
  // What it costs is worth knowing before there is a prompt, and does not depend on the words.
  return useEstimate(request && { ...request, prompt: '?', brandText: '' }, askForImages, after);
}

/** The same of a video. */
export function useVideoEstimate(request: VideoRequest | null, after: number): Estimated {
  return useEstimate(request && { ...request, prompt: '?' }, askForVideo, after);
}

function askForImages(body: ImageRequest, signal: AbortSignal) {
  return imagesApi.post('/api/media/images/estimate', { body, signal });
}

function askForVideo(body: VideoRequest, signal: AbortSignal) {
  return videosApi.post('/api/media/videos/estimate', { body, signal });
}
