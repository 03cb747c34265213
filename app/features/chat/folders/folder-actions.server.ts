import { publish } from '~/engine/events/index.server';
import { freeName, restoredTime, type RestoreTarget } from '~/engine/user-data/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';

import type { ConversationFolder } from '../conversations/conversation';
import { emptyFolder } from '../conversations/list/conversation-places.server';
import { oneLine } from '../conversations/settings/titles';
import { chatRefusals } from '../refusals';
import { chatTexts, MAX_FOLDER_NAME } from '../texts';
import {
  countFolders,
  hasOneOf,
  insertFolder,
  isFolderNameTaken,
  listFolders,
  lockFolder,
  removeFolder,
  updateFolderName,
} from './folder-data.server';

/** The list shows all of them at once. */
const MAX_FOLDERS = 100;

/** @throws AppError `invalid` (no name, or too long), `conflict` (name taken, or as many as there can be). */
export async function createFolder(userId: string, typed: string): Promise<ConversationFolder> {
  const folder = { id: newId(), name: nameFrom(typed) };
  return named(() =>
    prismaTransaction(async (tx, sql) => {
      await insertFolder(tx, userId, folder);
      await publish(sql, userId, { topic: 'folder', data: { type: 'changed', folder } });
      // Counted behind the event counter, whose lock makes the user's changes wait for each other.
      if ((await countFolders(tx, userId)) > MAX_FOLDERS) {
        throw new AppError('conflict', `There are ${MAX_FOLDERS} folders already.`);
      }
      return folder;
    }),
  );
}

/** @throws AppError `not-found`, and as `createFolder`. */
export async function renameFolder(
  userId: string,
  id: string | undefined,
  typed: string,
): Promise<ConversationFolder> {
  const name = nameFrom(typed);
  return named(() =>
    prismaTransaction(async (tx, sql) => {
      const folder = { id: id ?? '', name };
      if (!isId(id) || !(await updateFolderName(tx, userId, folder))) {
        throw new AppError('not-found', chatRefusals.folderGone);
      }
      await publish(sql, userId, { topic: 'folder', data: { type: 'changed', folder } });
      return folder;
    }),
  );
}

/**
 * Removes a folder; its conversations are back in the list.
 * @throws AppError `not-found`
 */
export async function deleteFolder(userId: string, id: string | undefined): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    if (!isId(id) || !(await lockFolder(sql, userId, id))) {
      throw new AppError('not-found', chatRefusals.folderGone);
    }
    await emptyFolder(sql, userId, id);
    await removeFolder(tx, userId, id);
    await publish(sql, userId, { topic: 'folder', data: { type: 'removed', id } });
  });
}

/** A folder of conversations in an archive. */
export interface ArchivedFolder {
  id: string;
  name: string;
  createdAt: string;
}

/**
 * Brings in a folder that is not there yet; beside another one of its name it gets a number.
 * @throws AppError `invalid`, `conflict` when there are too many
 */
export function restoreFolder(target: RestoreTarget, row: ArchivedFolder): Promise<boolean> {
  const { userId } = target;
  const id = target.idOf('folders', row.id);
  const name = nameFrom(row.name);
  return prismaTransaction(async (tx, sql) => {
    if (await hasOneOf(tx, userId, target.idsOf('folders', row.id))) return false;
    const there = await listFolders(sql, userId);
    if (there.length >= MAX_FOLDERS) {
      throw new AppError('conflict', `There are ${MAX_FOLDERS} folders already.`);
    }
    const taken = there.map((folder) => folder.name);
    await insertFolder(tx, userId, {
      id,
      name: freeName(name, taken, MAX_FOLDER_NAME),
      createdAt: restoredTime(row.createdAt),
    });
    return true;
  });
}

/** A folder's name as it is kept. @throws AppError `invalid` */
function nameFrom(typed: string): string {
  const name = oneLine(typed.replaceAll('\0', '').toWellFormed());
  if (name === '') throw new AppError('invalid', chatTexts.folderNameMissing);
  if (name.length > MAX_FOLDER_NAME) {
    throw new AppError('invalid', chatRefusals.folderNameTooLong);
  }
  return name;
}

async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isFolderNameTaken(error)) throw new AppError('conflict', chatTexts.folderNameTaken);
    throw error;
  }
}
