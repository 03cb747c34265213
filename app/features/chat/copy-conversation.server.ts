import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';

import { announce } from './changes.server';
import {
  findConversation,
  insertConversation,
  fillConversation,
} from './conversation-table.server';
import { copyMessages, readMessagesUpTo, type BranchUpTo } from './message-table.server';
import { chatMessages } from './messages';
import { savedPreview } from './preview';
import { displayTitle } from './titles';

export interface CopySource {
  /** Whose it is; the caller has checked that the other may read it. */
  userId: string;
  conversationId: string;
  upTo: BranchUpTo;
}

/**
 * Gives `toUserId` a conversation of their own with what was said in a branch of another up to a moment.
 * @throws AppError `not-found` when nothing is there to copy.
 */
export async function copyConversation(source: CopySource, toUserId: string): Promise<string> {
  const { userId, conversationId, upTo } = source;
  const original = await findConversation(userId, conversationId);
  const messages = original ? await readMessagesUpTo(sql, userId, conversationId, upTo) : [];
  const last = messages.at(-1);
  if (!original || !last) throw new AppError('not-found', chatMessages.gone);

  const id = newId();
  const copies = messages.map(() => newId());
  const tell = await transaction(async (tx) => {
    await insertConversation(tx, toUserId, id);
    await copyMessages(tx, {
      from: { userId, ids: messages.map((message) => message.id) },
      to: { userId: toUserId, conversationId: id, ids: copies },
    });
    const conversation = await fillConversation(tx, toUserId, id, {
      title: displayTitle(original.title),
      lastMessage: savedPreview(last.content),
      leafId: copies.at(-1)!,
    });
    if (!conversation) throw new Error('the copied conversation is not there');
    return announce(tx, toUserId, {
      topic: 'conversation',
      data: { type: 'changed', conversation },
    });
  });
  tell();
  return id;
}
