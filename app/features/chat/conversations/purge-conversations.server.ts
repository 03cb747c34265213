import { keysOfConversations } from '../attachments/attachment-data.server';
import { sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import { userScope } from '~/lib/scope';
import { HOUR_MS } from '~/lib/time';

import { saveTitle } from './settings/make-title.server';
import { deleteEmptyConversations, deletion, findUntitled } from './conversation-data.server';
import { deleteObjects } from '../messages/message-objects.server';
import { readConversationObjectKeys } from '../messages/message-overflow.server';
import { titleFromWords } from './settings/titles';

const BATCH = 100;

/**
 * The job that removes conversations without a message after 24 hours and those that were deleted an hour ago, and
 * titles those whose process died before it made their title.
 */
export async function purgeConversations(now: Date): Promise<void> {
  const removed = await deleteEmptyConversations(new Date(now.getTime() - 24 * HOUR_MS));
  const deleted = await deletion.purge(new Date(now.getTime() - HOUR_MS), async (tx, rows) => {
    const ids = rows.map(({ id }) => id);
    // With the objects of their messages, which nothing names once the rows are gone.
    const keys = [
      ...(await readConversationObjectKeys(tx, ids)),
      ...(await keysOfConversations(tx, ids)),
    ];
    return () => deleteObjects(keys);
  });
  const untitled = await findUntitled(sql, new Date(now.getTime() - HOUR_MS / 6), BATCH);
  for (const { id, userId, content } of untitled) {
    await saveTitle(userScope(userId), id, titleFromWords(content));
  }
  if (removed + deleted + untitled.length > 0) {
    log.info({ removed, deleted, titled: untitled.length }, 'tidied conversations');
  }
}
