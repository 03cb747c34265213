import { ownFolders } from '~/engine/user-data/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { lockConversationsIn } from '../conversations/conversation-data.server';
import { oneLine } from '../conversations/settings/titles';
import { chatRefusals } from '../refusals';
import { chatTexts, MAX_FOLDER_NAME } from '../texts';
import { lockFolder } from './folder-data.server';

/** The list shows all of them at once. */
export const MAX_FOLDERS = 100;

const folders = ownFolders({
  table: (tx) => tx.conversationFolder,
  select: { id: true, name: true },
  nameIndex: 'conversation_folders_name',
  max: MAX_FOLDERS,
  texts: {
    gone: chatRefusals.folderGone,
    nameTaken: chatTexts.folderNameTaken,
    tooMany: `There are ${MAX_FOLDERS} folders already.`,
  },
  checkName: folderName,
  changed: (folder) => ({ topic: 'folder', data: { type: 'changed', folder } }),
  removed: (id) => ({ topic: 'folder', data: { type: 'removed', id } }),
  async lockForRemoval(sql, userId, id) {
    await lockFolder(sql, userId, id);
    await lockConversationsIn(sql, userId, id);
  },
});

/** The name to store. @throws AppError `invalid` */
export function folderName(typed: string): string {
  const name = oneLine(typed.replaceAll('\0', '').toWellFormed());
  if (name === '') throw new AppError('invalid', chatTexts.folderNameMissing);
  if (name.length > MAX_FOLDER_NAME) {
    throw new AppError('invalid', chatRefusals.folderNameTooLong);
  }
  return name;
}

export const createFolder = (userId: UserScope, name: string) => folders.create(userId, {}, name);

export const renameFolder = folders.rename;

/** Its conversations, including the archived and deleted ones, are then in no folder. */
export const deleteFolder = folders.remove;
