import { runningOfConversations, stopAnswer } from '~/engine/generation/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { publishConversations } from '../changes.server';
import { markDeleted, restoreDeleted } from './list/conversation-places.server';
import { chatTexts } from '../texts';

/**
 * Deletes conversations for everybody, their public links included, and stops the answers that are being written there.
 * `undoDeletions` can take it back until a job removes them for good (tidy-conversations). Those that are not there are
 * left out; returns the ids of the others.
 */
export async function deleteConversations(
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  const removed = await transaction(async (tx) => {
    const removed = await markDeleted(tx, userId, ids, new Date());
    await publishConversations(tx, userId, [], removed);
    return removed;
  });
  for (const running of await runningOfConversations(sql, userId, removed)) {
    await stopAnswer(userId, running);
  }
  return removed;
}

/** Brings back what was just deleted, as far as it is not too late; returns the ids of what is back. */
export async function undoDeletions(userId: string, ids: readonly string[]): Promise<string[]> {
  const restored = await transaction(async (tx) => {
    const restored = await restoreDeleted(tx, userId, ids);
    await publishConversations(tx, userId, restored);
    return restored;
  });
  return restored.map(({ id }) => id);
}

/**
 * The same for one.
 * @throws AppError `not-found`
 */
export async function deleteConversation(userId: string, id: string | undefined): Promise<void> {
  const removed = isId(id) ? await deleteConversations(userId, [id]) : [];
  if (removed.length === 0) throw new AppError('not-found', chatTexts.gone);
}

/**
 * The same for one.
 * @throws AppError `not-found` when it is too late.
 */
export async function undoDeletion(userId: string, id: string | undefined): Promise<void> {
  const restored = isId(id) ? await undoDeletions(userId, [id]) : [];
  if (restored.length === 0) throw new AppError('not-found', chatTexts.gone);
}
