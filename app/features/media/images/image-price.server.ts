import type { ConfiguredImageModel } from '~/gateways/images/index.server';
import type { UserScope } from '~/lib/scope';

import { availableTokens } from '../jobs/queue-job.server';
import type { ImageRequest } from '../media';
import { fitToModel } from './image-models.server';

/**
 * What a request's images cost, in weighted tokens: reserved when they are queued (`request-images.server.ts`), and charged
 * for those that were made (`made` in `image-kind.server.ts`).
 */
export function imagePrice(model: ConfiguredImageModel, { count }: ImageRequest): number {
  return model.tokens * count;
}

/**
 * What a request would cost, and the tokens available for it; null where nothing is metered.
 * @throws AppError `invalid`
 */
export async function estimateImages(
  userId: UserScope,
  given: ImageRequest,
): Promise<{ tokens: number; available: number | null }> {
  const { model, request } = await fitToModel(userId, given);
  return { tokens: imagePrice(model, request), available: await availableTokens(userId) };
}
