import type { ImagePrices } from '~/features/chat';
import { readTurn } from '~/features/chat/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import type { JobView } from '../media';
import { mediaTexts } from '../refusals';
import { imageOfQuestion } from './message-image-data.server';
import { promptOfTurn } from './image-prompt';
import { chatImageModel, requestMessageImage, shapeOf } from './request-message-image.server';

/** What images for answers cost in tokens where they are metered: new ones, and changes. Null where none can be made. */
export function chatImagePrices(): ImagePrices {
  const priceOf = (isChange: boolean) => chatImageModel(isChange)?.tokensEach ?? null;
  return { make: priceOf(false), change: priceOf(true) };
}

/**
 * Makes the image that a person was offered for an answer; again, it returns the same job.
 * @throws AppError as `readTurn` and `requestMessageImage`; `not-found` if the image that it is to edit was deleted
 */
export async function requestOfferedImage(userId: UserScope, answerId: string): Promise<JobView> {
  const { conversationId, questionId, ...turn } = await readTurn(userId, answerId);
  const chosen = await imageOfQuestion(userId, questionId);
  const item = chosen?.item;
  if (chosen && item?.deletedAt !== null) throw new AppError('not-found', mediaTexts.referenceGone);
  return requestMessageImage(userId, {
    ...{ messageId: answerId, conversationId, key: answerId },
    ...(item
      ? { prompt: turn.question, shape: shapeOf(item), referenceId: item.id }
      : { ...promptOfTurn(turn), shape: 'square' }),
  });
}
