import type { VideoModelSetting } from '~/gateways/video/index.server';
import type { UserScope } from '~/lib/scope';

import { availableTokens } from '../jobs/queue-job.server';
import type { VideoRequest } from '../media';
import { fitToVideoModel } from './video-models.server';

/**
 * What a video costs, in weighted tokens: reserved when it is queued (`request-videos.server.ts`), and charged when it was
 * made (`made` in `video-kind.server.ts`).
 */
export function videoPrice(model: VideoModelSetting, { seconds }: VideoRequest): number {
  return model.tokensPerSecond * seconds;
}

/**
 * What a request would cost, and the tokens available for it; null where nothing is metered.
 * @throws AppError `invalid`, `conflict`
 */
export async function estimateVideo(
  userId: UserScope,
  given: VideoRequest,
): Promise<{ tokens: number; available: number | null }> {
  const { model, request } = fitToVideoModel(given);
  return { tokens: videoPrice(model, request), available: await availableTokens(userId) };
}
