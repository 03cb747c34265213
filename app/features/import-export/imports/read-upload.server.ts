import { enqueue } from '~/engine/queue/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import type { ImportView } from '../page/transfer';
import { publishImport } from './changes.server';
import { isWhole, moveImport } from './import-data.server';
import { importRefusals } from './refusals';
import { requireImport } from './require-import.server';
import { importWork } from './work/work-import.server';

/**
 * Everything has been uploaded: it is read, and then there is a preview. Asked again, it does nothing.
 * @throws AppError `not-found`, `conflict` while parts are missing
 */
export async function readUpload(userId: string, id: string | undefined): Promise<ImportView> {
  const { id: importId, state } = await requireImport(userId, id);
  if (state === 'uploading') {
    if (!(await isWhole(sql, userId, importId))) {
      throw new AppError('conflict', importRefusals.incomplete);
    }
    await transaction(async (tx) => {
      const moved = await moveImport(tx, userId, importId, { from: ['uploading'], to: 'reading' });
      if (moved) await enqueue(importWork, { importId }, tx);
      await publishImport(tx, userId, importId);
    });
  } else if (state !== 'reading' && state !== 'ready') {
    throw new AppError('conflict', importRefusals.over);
  }
  return requireImport(userId, importId);
}
