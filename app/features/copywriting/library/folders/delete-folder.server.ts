import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { changeContent } from '../changes.server';
import { removeFolder } from './folder-data.server';
import { copyTexts } from '../texts';

/** Deletes a folder; what was in it lies in its category then. @throws AppError `not-found` */
export async function deleteFolder(userId: string, id: string | undefined): Promise<void> {
  await changeContent(userId, async (tx) => {
    if (!isId(id) || !(await removeFolder(tx, userId, id))) {
      throw new AppError('not-found', copyTexts.folderGone);
    }
    return { result: undefined, change: { type: 'folder-removed', id } };
  });
}
