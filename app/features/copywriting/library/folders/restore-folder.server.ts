import { freeName, restoredTime, type RestoreTarget } from '~/engine/user-data/index.server';
import type { CategoryId } from '../../formats/categories';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { checkedFolderName } from '../content/content-checks';
import { MAX_FOLDER_NAME } from '../content/content-fields';
import { MAX_FOLDERS } from './create-folder.server';
import {
  countFolders,
  hasOneOf,
  insertFolder,
  listFolders,
  setFolderCreation,
} from './folder-data.server';
import { copyTexts } from '../texts';

/** A folder of saved content in an archive. */
export interface ArchivedContentFolder {
  id: string;
  category: CategoryId;
  name: string;
  createdAt: string;
}

/**
 * Brings in a folder that is not there yet; beside another one of its name it gets a number.
 * @throws AppError `invalid`, `conflict` when there are too many
 */
export function restoreContentFolder(
  target: RestoreTarget,
  row: ArchivedContentFolder,
): Promise<boolean> {
  const { userId } = target;
  const { category } = row;
  const id = target.idOf('savedContentFolders', row.id);
  const name = checkedFolderName(row.name);
  return transaction(async (tx) => {
    if (await hasOneOf(tx, userId, target.idsOf('savedContentFolders', row.id))) return false;
    if ((await countFolders(tx, userId, category)) >= MAX_FOLDERS) {
      throw new AppError('conflict', copyTexts.tooManyFolders);
    }
    const there = await listFolders(tx, userId);
    const taken = there.filter((one) => one.category === category).map((one) => one.name);
    const free = freeName(name, taken, MAX_FOLDER_NAME);
    await insertFolder(tx, userId, { id, category, name: free });
    await setFolderCreation(tx, userId, { id, createdAt: restoredTime(row.createdAt) });
    return true;
  });
}
