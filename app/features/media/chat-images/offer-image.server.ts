import { readTurn } from '~/features/chat/index.server';
import type { UserScope } from '~/lib/scope';

import { availableTokens } from '../jobs/queue-job.server';
import type { JobView } from '../media';
import { promptOfTurn } from './image-prompt';
import { chatImageModel, requestMessageImage } from './request-message-image.server';

/** What an image for an answer costs in tokens; 0 where nothing is metered. Null where none can be made. */
export async function chatImagePrice(userId: UserScope): Promise<number | null> {
  const model = chatImageModel(false);
  if (!model) return null;
  return (await availableTokens(userId)) === null ? 0 : model.tokensEach;
}

/**
 * Makes the image that a person was offered for an answer; again, it returns the same job.
 * @throws AppError as `requestMessageImage`
 */
export async function requestOfferedImage(
  userId: UserScope,
  answerId: string,
): Promise<JobView> {
  const { conversationId, ...turn } = await readTurn(userId, answerId);
  return requestMessageImage(userId, {
    ...{ messageId: answerId, conversationId, key: answerId },
    ...{ prompt: promptOfTurn(turn), shape: 'square' },
  });
}
