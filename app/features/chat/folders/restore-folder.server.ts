import { freeName, restoredTime, type RestoreTarget } from '~/engine/user-data/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { MAX_FOLDERS, nameFrom } from './change-folder.server';
import { hasOneOf, insertFolder, listFolders, setFolderCreation } from './folder-data.server';
import { MAX_FOLDER_NAME } from '../texts';

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
  return transaction(async (tx) => {
    if (await hasOneOf(tx, userId, target.idsOf('folders', row.id))) return false;
    const there = await listFolders(tx, userId);
    if (there.length >= MAX_FOLDERS) {
      throw new AppError('conflict', `There are ${MAX_FOLDERS} folders already.`);
    }
    const taken = there.map((folder) => folder.name);
    await insertFolder(tx, userId, { id, name: freeName(name, taken, MAX_FOLDER_NAME) });
    await setFolderCreation(tx, userId, { id, createdAt: restoredTime(row.createdAt) });
    return true;
  });
}
