import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import type { ConversationItem } from './conversation';
import { renameConversation } from './conversation-data.server';
import { chatTexts } from '../texts';
import { MAX_TITLE_TYPED, titleAfterRename } from './settings/titles';

/**
 * Gives a conversation the title that somebody typed; an import stays one.
 * @throws AppError `invalid` (empty or too long), `not-found`.
 */
export async function rename(
  userId: string,
  id: string | undefined,
  typed: string,
): Promise<ConversationItem> {
  const title = typed.replaceAll('\0', '').toWellFormed().trim();
  if (title === '') throw new AppError('invalid', 'Please type a title.');
  if (title.length > MAX_TITLE_TYPED) {
    throw new AppError('invalid', 'This title is too long. Please shorten it.');
  }
  return transaction(async (tx) => {
    const conversation = isId(id)
      ? await renameConversation(tx, userId, id, (old) => titleAfterRename(old, title))
      : null;
    if (!conversation) throw new AppError('not-found', chatTexts.gone);
    await publish(tx, userId, { topic: 'conversation', data: { type: 'changed', conversation } });
    return conversation;
  });
}
