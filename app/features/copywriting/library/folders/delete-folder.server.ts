import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { removeFolder } from './folder-data.server';
import { copyTexts } from '../texts';

/** Deletes a folder; what was in it lies in its category then. @throws AppError `not-found` */
export async function deleteFolder(userId: string, id: string | undefined): Promise<void> {
  await transaction(async (tx) => {
    if (!isId(id) || !(await removeFolder(tx, userId, id))) {
      throw new AppError('not-found', copyTexts.folderGone);
    }
    await publish(tx, userId, { topic: 'saved-content', data: { type: 'folder-removed', id } });
  });
}
