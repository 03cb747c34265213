import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import type { ConversationItem } from './conversation';
import { countPinned, setPinned } from './list/conversation-places.server';
import { chatTexts } from '../texts';

/** Pinned ones are on top of everything: more of them would only be another list. */
export const MAX_PINNED = 50;

/**
 * Puts a conversation on top of the list, or back to its place.
 * @throws AppError `not-found`, `conflict` when as many are pinned as can be.
 */
export async function pinConversation(
  userId: string,
  id: string | undefined,
  pinned: boolean,
): Promise<ConversationItem> {
  return transaction(async (tx) => {
    const conversation = isId(id) ? await setPinned(tx, userId, id, pinned) : null;
    if (!conversation) throw new AppError('not-found', chatTexts.gone);
    await publish(tx, userId, { topic: 'conversation', data: { type: 'changed', conversation } });
    // Counted behind the event counter, whose lock makes the user's changes wait for each other.
    if (pinned && (await countPinned(tx, userId)) > MAX_PINNED) {
      throw new AppError(
        'conflict',
        `${MAX_PINNED} conversations are pinned already. Unpin one first.`,
      );
    }
    return conversation;
  });
}
