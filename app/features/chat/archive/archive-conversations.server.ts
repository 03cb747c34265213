import { transaction } from '~/lib/db/index.server';

import { publishConversations } from '../changes.server';
import { setArchived } from '../conversations/list/conversation-places.server';

/**
 * Takes conversations out of the list without deleting them, or back to where they were. Those that are not there are
 * left out; returns the ids of the others.
 */
export async function archiveConversations(
  userId: string,
  ids: readonly string[],
  archived: boolean,
): Promise<string[]> {
  const changed = await transaction(async (tx) => {
    const changed = await setArchived(tx, userId, ids, archived);
    await publishConversations(tx, userId, changed);
    return changed;
  });
  return changed.map(({ id }) => id);
}
