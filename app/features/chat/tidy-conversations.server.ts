import { sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';

import { saveTitle } from './make-title.server';
import { deleteEmptyConversations, findUntitled, removeDeleted } from './conversation-table.server';
import { titleFromWords } from './titles';

const HOUR_MS = 3_600_000;
const BATCH = 100;

/**
 * The job that removes conversations without a message after 24 hours (design §1) and those that were deleted an hour
 * ago, and names those whose process died before their title was made.
 */
export async function tidyConversations(now: Date): Promise<void> {
  const removed = await deleteEmptyConversations(sql, new Date(now.getTime() - 24 * HOUR_MS));
  const deleted = await removeDeleted(sql, new Date(now.getTime() - HOUR_MS));
  const untitled = await findUntitled(sql, new Date(now.getTime() - HOUR_MS / 6), BATCH);
  for (const { id, userId, content } of untitled) {
    await saveTitle(userId, id, titleFromWords(content));
  }
  if (removed + deleted + untitled.length > 0) {
    log.info({ removed, deleted, titled: untitled.length }, 'tidied conversations');
  }
}
