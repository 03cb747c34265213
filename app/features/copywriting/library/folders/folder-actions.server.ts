import { ownFolders } from '~/engine/user-data/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import type { CategoryId } from '../../formats/categories';
import { cleanName, MAX_FOLDER_NAME } from '../content/content';
import { libraryTexts } from '../texts';

/** Per category, since the sidebar loads all of them. */
export const MAX_FOLDERS = 30;

const select = { id: true, category: true, name: true } as const;

const folders = ownFolders<{ category: CategoryId }, typeof select>({
  table: (tx) => tx.savedContentFolder,
  select,
  nameIndex: 'saved_content_folders_name',
  max: MAX_FOLDERS,
  texts: {
    gone: libraryTexts.folderGone,
    nameTaken: libraryTexts.folderNameTaken,
    tooMany: libraryTexts.tooManyFolders,
  },
  checkName: checkedFolderName,
  changed: (folder) => ({ topic: 'saved-content', data: { type: 'folder', folder } }),
  removed: (id) => ({ topic: 'saved-content', data: { type: 'folder-removed', id } }),
});

export const createFolder = (
  userId: UserScope,
  { category, name }: { category: CategoryId; name: string },
) => folders.create(userId, { category }, name);

export const renameFolder = folders.rename;

/** The folder's contents stay in its category. */
export const deleteFolder = folders.remove;

/** A folder's name as it is stored. @throws AppError `invalid` when it is empty */
export function checkedFolderName(typed: string): string {
  const name = cleanName(typed, MAX_FOLDER_NAME);
  if (name === '') throw new AppError('invalid', libraryTexts.nameMissing);
  return name;
}
