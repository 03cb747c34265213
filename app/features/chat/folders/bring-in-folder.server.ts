import { freeName, restoredTime, type RestoreTarget } from '~/engine/user-data/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { MOST_FOLDERS, nameFrom } from './change-folder.server';
import { hasOneOf, insertFolder, listFolders, setFolderCreation } from './folder-data.server';
import { FOLDER_NAME_MOST } from '../texts';

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
export function bringInFolder(target: RestoreTarget, row: ArchivedFolder): Promise<boolean> {
  const { userId } = target;
  const id = target.idOf('folders', row.id);
  const name = nameFrom(row.name);
  return transaction(async (tx) => {
    if (await hasOneOf(tx, userId, target.idsOf('folders', row.id))) return false;
    const there = await listFolders(tx, userId);
    if (there.length >= MOST_FOLDERS) {
      throw new AppError('conflict', `There are ${MOST_FOLDERS} folders already.`);
    }
    const taken = there.map((folder) => folder.name);
    await insertFolder(tx, userId, { id, name: freeName(name, taken, FOLDER_NAME_MOST) });
    await setFolderCreation(tx, userId, { id, createdAt: restoredTime(row.createdAt) });
    return true;
  });
}
