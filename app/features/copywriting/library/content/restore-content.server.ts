import { restoredTime, restoredVersion, type RestoreTarget } from '~/engine/user-data/index.server';
import { formatById } from '../../formats/formats';
import type { CategoryId } from '../../formats/categories';
import { transaction } from '~/lib/db/index.server';

import { checkedText } from './content-checks';
import {
  findOneOf,
  insertContent,
  restoreContent as undelete,
  setHistory,
} from './content-data.server';
import { holdOneOf } from '../folders/folder-data.server';

/** A saved content in an archive. */
export interface ArchivedContent {
  id: string;
  category: CategoryId;
  folderId: string | null;
  title: string;
  content: string;
  format: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

/**
 * Brings in a content that is not there yet, in its category itself where its folder is not there; one that was deleted
 * and has not been removed is taken out of the bin. @throws AppError `invalid`
 */
export function restoreContent(target: RestoreTarget, row: ArchivedContent): Promise<boolean> {
  const { userId } = target;
  const id = target.idOf('savedContents', row.id);
  const text = checkedText(row);
  return transaction(async (tx) => {
    const there = await findOneOf(tx, userId, target.idsOf('savedContents', row.id));
    if (there) return there.deleted && (await undelete(tx, userId, there.id)) !== null;
    const folders = target.idsOf('savedContentFolders', row.folderId);
    const folderId = await holdOneOf(tx, userId, folders, row.category);
    const format = formatById(row.format)?.id ?? null;
    await insertContent(tx, userId, { id, category: row.category, folderId, format, ...text });
    await setHistory(tx, userId, {
      id,
      version: restoredVersion(row.version),
      createdAt: restoredTime(row.createdAt),
      updatedAt: restoredTime(row.updatedAt),
    });
    return true;
  });
}
