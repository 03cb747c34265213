import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import type { ContentFolder } from '../content/content';
import { checkedFolderName } from '../content/content-checks';
import * as table from './folder-data.server';
import { copyTexts } from '../texts';

/** @throws AppError `not-found`, `invalid`, or `conflict` for a name that is taken. */
export async function renameFolder(
  userId: string,
  id: string | undefined,
  typed: string,
): Promise<ContentFolder> {
  const name = checkedFolderName(typed);
  return transaction(async (tx) => {
    const folder = isId(id) ? await table.renameFolder(tx, userId, id, name) : null;
    if (!folder) throw new AppError('not-found', copyTexts.folderGone);
    await publish(tx, userId, { topic: 'saved-content', data: { type: 'folder', folder } });
    return folder;
  });
}
