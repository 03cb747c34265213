import { ownFolders } from '~/engine/user-data/index.server';
import type { UserScope } from '~/lib/scope';

import type { CategoryId } from '../../formats/categories';
import { checkedFolderName } from '../content/content-actions.server';
import { libraryTexts } from '../texts';

/** In one category: all of them come with the sidebar. */
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

/** What was in it lies in its category then. */
export const deleteFolder = folders.remove;
