import type { Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import type { ContentPlace } from './content';
import { holdFolder } from '../folders/folder-data.server';
import { copyTexts } from '../texts';

/**
 * The place must be this user's, and stay there until the transaction ends.
 * @throws AppError `not-found`
 */
export async function requirePlace(tx: Sql, userId: string, place: ContentPlace): Promise<void> {
  const { category, folderId } = place;
  if (folderId !== null && !(await holdFolder(tx, userId, folderId, category))) {
    throw new AppError('not-found', copyTexts.folderGone);
  }
}
