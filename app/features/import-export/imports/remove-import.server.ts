import { enqueue } from '~/engine/queue/index.server';
import { isUniqueViolation, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import type { ImportView } from '../page/transfer';
import { publishImport } from './changes.server';
import { moveImport, ONE_AT_A_TIME } from './import-data.server';
import { importRefusals } from './refusals';
import { requireImport } from './require-import.server';
import { importWork } from './work/work-import.server';

/**
 * Takes the conversations that an import made away again. Asked again, it does nothing.
 * @throws AppError `not-found`, `conflict` while it is under way, or another one of the user's
 */
export async function removeImport(userId: string, id: string | undefined): Promise<ImportView> {
  const { id: importId, state } = await requireImport(userId, id);
  if (state !== 'removing' && state !== 'removed') {
    try {
      await transaction(async (tx) => {
        const from = ['done', 'failed', 'canceled'] as const;
        const moved = await moveImport(tx, userId, importId, { from, to: 'removing' });
        if (!moved) throw new AppError('conflict', importRefusals.stillRunning);
        await enqueue(importWork, { importId }, tx);
        await publishImport(tx, userId, importId);
      });
    } catch (error) {
      if (isUniqueViolation(error, ONE_AT_A_TIME)) {
        throw new AppError('conflict', importRefusals.busy);
      }
      throw error;
    }
  }
  return requireImport(userId, importId);
}
