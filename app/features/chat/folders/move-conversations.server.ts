import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { publishConversations } from '../changes.server';
import { setFolder } from '../conversations/list/conversation-places.server';
import { lockFolder } from './folder-data.server';
import { chatRefusals } from '../refusals';

/**
 * Puts conversations into a folder; null: out of theirs. Those that are not there are left out; returns the ids of the
 * others.
 * @throws AppError `not-found` for a folder that is not this user's.
 */
export async function moveConversations(
  userId: string,
  ids: readonly string[],
  folderId: string | null,
): Promise<string[]> {
  const changed = await transaction(async (tx) => {
    if (folderId !== null && !(await lockFolder(tx, userId, folderId))) {
      throw new AppError('not-found', chatRefusals.folderGone);
    }
    const changed = await setFolder(tx, userId, ids, folderId);
    await publishConversations(tx, userId, changed);
    return changed;
  });
  return changed.map(({ id }) => id);
}
