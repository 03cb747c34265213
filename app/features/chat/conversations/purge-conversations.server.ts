import { keysOfConversations } from '../attachments/attachment-data.server';
import { sql, transaction } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';

import { saveTitle } from './settings/make-title.server';
import {
  deleteEmptyConversations,
  findDeleted,
  findUntitled,
  removeDeleted,
} from './conversation-data.server';
import { dropObjects } from '../messages/message-objects.server';
import { readConversationObjectKeys } from '../messages/message-overflow.server';
import { titleFromWords } from './settings/titles';

const HOUR_MS = 3_600_000;
const BATCH = 100;

/**
 * The job that removes conversations without a message after 24 hours and those that were deleted an hour ago, and
 * titles those whose process died before it made their title.
 */
export async function purgeConversations(now: Date): Promise<void> {
  const removed = await deleteEmptyConversations(sql, new Date(now.getTime() - 24 * HOUR_MS));
  const deleted = await removeForGood(new Date(now.getTime() - HOUR_MS));
  const untitled = await findUntitled(sql, new Date(now.getTime() - HOUR_MS / 6), BATCH);
  for (const { id, userId, content } of untitled) {
    await saveTitle(userId, id, titleFromWords(content));
  }
  if (removed + deleted + untitled.length > 0) {
    log.info({ removed, deleted, titled: untitled.length }, 'tidied conversations');
  }
}

/** With the objects of their messages, which nothing names once the rows are gone. */
async function removeForGood(deletedBefore: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const ids = await findDeleted(sql, deletedBefore, BATCH);
    if (ids.length === 0) return removed;
    const keys = await transaction(async (tx) => {
      const keysOf = [
        ...(await readConversationObjectKeys(tx, ids)),
        ...(await keysOfConversations(tx, ids)),
      ];
      const gone = new Set(await removeDeleted(tx, ids));
      return keysOf.filter(({ conversationId }) => gone.has(conversationId));
    });
    await dropObjects(keys.map(({ key }) => key));
    removed += ids.length;
  }
}
