import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { findItem } from '../gallery/item-data.server';
import { assertTakesJobs, jobOfKey, queueJob } from '../jobs/queue-job.server';
import type { JobView, VideoRequest } from '../media';
import { mediaTexts } from '../refusals';
import { fitToVideoModel } from './video-models.server';
import { videoPrice } from './video-price.server';

/**
 * Queues a video and reserves its tokens. The same key again returns the same job.
 * @throws AppError `invalid`, `not-found`, `conflict`, `out-of-tokens`
 */
export async function requestVideo(
  userId: UserScope,
  clientKey: string,
  given: VideoRequest,
): Promise<{ job: JobView; isNew: boolean }> {
  const known = await jobOfKey(userId, clientKey);
  if (known) return { job: known, isNew: false };

  const { model, request } = fitToVideoModel(given);
  const { firstFrameId } = request;
  if (firstFrameId !== undefined) {
    const image = await findItem(userId, firstFrameId);
    if (image?.kind !== 'image') throw new AppError('not-found', mediaTexts.firstFrameGone);
  }
  await assertTakesJobs(userId);
  return queueJob(
    {
      userId,
      kind: 'video',
      clientKey,
      request,
      referenceId: firstFrameId ?? null,
      tokens: videoPrice(model, request),
    },
    'video',
  );
}
