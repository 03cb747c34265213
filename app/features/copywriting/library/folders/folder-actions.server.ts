import { publish } from '~/engine/events/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';

import type { CategoryId } from '../../formats/categories';
import type { ContentFolder } from '../content/content';
import { checkedFolderName } from '../content/content-actions.server';
import { copyTexts } from '../texts';
import { countFolders, insertFolder, removeFolder, updateName } from './folder-data.server';

/** In one category: all of them come with the sidebar. */
export const MAX_FOLDERS = 30;

/** A folder of one's own in a category. @throws AppError `invalid`, or `conflict` for a name that is taken. */
export async function createFolder(
  userId: string,
  { category, name }: { category: CategoryId; name: string },
): Promise<ContentFolder> {
  const folder = { id: newId(), category, name: checkedFolderName(name) };
  return prismaTransaction(async (tx, sql) => {
    if ((await countFolders(tx, userId, category)) >= MAX_FOLDERS) {
      throw new AppError('conflict', copyTexts.tooManyFolders);
    }
    await insertFolder(tx, userId, folder);
    await publish(sql, userId, { topic: 'saved-content', data: { type: 'folder', folder } });
    return folder;
  });
}

/** @throws AppError `not-found`, `invalid`, or `conflict` for a name that is taken. */
export async function renameFolder(
  userId: string,
  id: string | undefined,
  typed: string,
): Promise<ContentFolder> {
  const name = checkedFolderName(typed);
  return prismaTransaction(async (tx, sql) => {
    const folder = isId(id) ? await updateName(tx, userId, id, name) : null;
    if (!folder) throw new AppError('not-found', copyTexts.folderGone);
    await publish(sql, userId, { topic: 'saved-content', data: { type: 'folder', folder } });
    return folder;
  });
}

/** Deletes a folder; what was in it lies in its category then. @throws AppError `not-found` */
export async function deleteFolder(userId: string, id: string | undefined): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    if (!isId(id) || !(await removeFolder(tx, userId, id))) {
      throw new AppError('not-found', copyTexts.folderGone);
    }
    await publish(sql, userId, { topic: 'saved-content', data: { type: 'folder-removed', id } });
  });
}
