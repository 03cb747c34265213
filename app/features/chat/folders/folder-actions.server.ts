import { oneLine } from '~/lib/text/one-line';
import { ownFolders } from '~/engine/user-data/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';
import { prisma, type Sql } from '~/lib/db/index.server';
import { storable } from '~/lib/text/storable';

import { lockConversationsIn } from '../conversations/conversation-data.server';
import { chatRefusals } from '../refusals';
import { MAX_FOLDER_NAME } from '../texts';
import { organizingTexts } from './texts';

/** The list shows all of them at once. */
export const MAX_FOLDERS = 100;

const folders = ownFolders({
  table: (tx) => tx.conversationFolder,
  select: { id: true, name: true },
  nameIndex: 'conversation_folders_name',
  max: MAX_FOLDERS,
  texts: {
    gone: chatRefusals.folderGone,
    nameTaken: organizingTexts.folderNameTaken,
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

/** The folder name to store. @throws AppError `invalid` */
export function folderName(typed: string): string {
  const name = oneLine(storable(typed));
  if (name === '') throw new AppError('invalid', organizingTexts.folderNameMissing);
  if (name.length > MAX_FOLDER_NAME) {
    throw new AppError('invalid', chatRefusals.folderNameTooLong);
  }
  return name;
}

export const createFolder = (userId: UserScope, name: string) => folders.create(userId, {}, name);

export const renameFolder = folders.rename;

/** Its conversations, including the archived and deleted ones, are then in no folder. */
export const deleteFolder = folders.remove;

// Reads and locks of `conversation_folders`, limited to the owner.

/** A query for all folders of a user by name, to be part of a larger statement; `user` is its parameter. */
export function foldersOf(user: string): string {
  return `SELECT f.id, f.name FROM conversation_folders f WHERE f.user_id = ${user}::uuid ORDER BY lower(f.name), f.id`;
}

/** False when this user has no such folder. */
export async function hasFolder(userId: UserScope, id: string): Promise<boolean> {
  const where = { id, userId };
  return (await prisma.conversationFolder.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * Like `hasFolder`, but locks the folder until the transaction ends. Folders are locked before conversations; the check of a
 * conversation's foreign key comes after them, so this lock must not keep it waiting. SQL: a lock.
 */
export async function lockFolder(tx: Sql, userId: UserScope, id: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT id FROM conversation_folders WHERE id = $1::uuid AND user_id = $2::uuid FOR NO KEY UPDATE`,
    [id, userId],
  );
  return rows.length > 0;
}
