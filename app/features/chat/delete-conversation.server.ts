import { runningOfConversation, stopAnswer } from '~/features/generation/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { announce } from './changes.server';
import { markDeleted, restoreConversation } from './conversation-table.server';
import { chatMessages } from './messages';

/**
 * Deletes a conversation for everybody, its public link included, and stops an answer that is being written there.
 * `undoDeletion` can take it back until a job removes it for good (tidy-conversations).
 * @throws AppError `not-found`
 */
export async function deleteConversation(userId: string, id: string | undefined): Promise<void> {
  const tell = await transaction(async (tx) => {
    if (!isId(id) || !(await markDeleted(tx, userId, id, new Date()))) {
      throw new AppError('not-found', chatMessages.gone);
    }
    return announce(tx, userId, { topic: 'conversation', data: { type: 'removed', id } });
  });
  tell();
  for (const running of await runningOfConversation(sql, userId, id ?? '')) {
    await stopAnswer(userId, running);
  }
}

/**
 * Brings back what was just deleted.
 * @throws AppError `not-found` when it is too late.
 */
export async function undoDeletion(userId: string, id: string | undefined): Promise<void> {
  const tell = await transaction(async (tx) => {
    const conversation = isId(id) ? await restoreConversation(tx, userId, id) : null;
    if (!conversation) throw new AppError('not-found', chatMessages.gone);
    return announce(tx, userId, {
      topic: 'conversation',
      data: { type: 'changed', conversation },
    });
  });
  tell();
}
