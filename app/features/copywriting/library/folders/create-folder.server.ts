import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import type { CategoryId } from '../../formats/categories';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';

import type { ContentFolder } from '../content/content';
import { checkedFolderName } from '../content/content-checks';
import { countFolders, insertFolder } from './folder-data.server';
import { copyTexts } from '../texts';

/** In one category: all of them come with the sidebar. */
export const MAX_FOLDERS = 30;

/** A folder of one's own in a category. @throws AppError `invalid`, or `conflict` for a name that is taken. */
export async function createFolder(
  userId: string,
  { category, name }: { category: CategoryId; name: string },
): Promise<ContentFolder> {
  const folder = { id: newId(), category, name: checkedFolderName(name) };
  return transaction(async (tx) => {
    if ((await countFolders(tx, userId, category)) >= MAX_FOLDERS) {
      throw new AppError('conflict', copyTexts.tooManyFolders);
    }
    await insertFolder(tx, userId, folder);
    await publish(tx, userId, { topic: 'saved-content', data: { type: 'folder', folder } });
    return folder;
  });
}
