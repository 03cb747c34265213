import { afterCommit, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import type { ImportView } from '../page/transfer';
import { publishImport, publishLists } from './changes.server';
import { moveImport } from './import-data.server';
import { importRefusals } from './refusals';
import { requireImport } from './require-import.server';
import { dropUpload } from './upload-objects.server';
import { breakOff } from './work/work-import.server';

/**
 * Ends an import where it is; what came in until then stays. One that has ended stays as it is.
 * @throws AppError `not-found`, `conflict` while it is being removed
 */
export async function cancelImport(userId: string, id: string | undefined): Promise<ImportView> {
  const { id: importId, state, partSize } = await requireImport(userId, id);
  if (state === 'removing') throw new AppError('conflict', importRefusals.removing);
  const isCanceled = await transaction(async (tx) => {
    const moved = await moveImport(tx, userId, importId, {
      from: ['uploading', 'reading', 'ready', 'importing'],
      to: 'canceled',
    });
    if (!moved) return false;
    // Before the tabs are told: no more of it comes in.
    afterCommit(tx, () => breakOff(importId));
    if (state === 'importing') await publishLists(tx, userId);
    await publishImport(tx, userId, importId);
    return true;
  });
  if (isCanceled) await dropUpload({ id: importId, userId, partSize });
  return requireImport(userId, importId);
}
