import { enqueue } from '~/engine/queue/index.server';
import { isUniqueViolation, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import type { ImportChoice, ImportView } from '../page/transfer';
import { chooseCandidates, skipUnreadable } from './candidate-data.server';
import { publishImport } from './changes.server';
import { addSkipped, moveImport, ONE_AT_A_TIME } from './import-data.server';
import { importRefusals } from './refusals';
import { requireImport } from './require-import.server';
import { importWork } from './work/work-import.server';

/**
 * Has what the person chose written.
 * @throws AppError `not-found`, `conflict` when there is nothing to choose from, `invalid` when nothing was chosen
 */
export async function startImport(
  userId: string,
  id: string | undefined,
  choice: ImportChoice,
): Promise<ImportView> {
  const { id: importId, found } = await requireImport(userId, id);
  try {
    await transaction(async (tx) => {
      const moved = await moveImport(tx, userId, importId, { from: ['ready'], to: 'importing' });
      if (!moved) throw new AppError('conflict', importRefusals.notReady);
      const chosen = await chooseCandidates(tx, userId, importId, choice);
      await addSkipped(tx, userId, importId, await skipUnreadable(tx, userId, importId));
      const beside = Object.values(found?.others ?? {}).some((count) => count > 0);
      if (chosen === 0 && !beside) throw new AppError('invalid', importRefusals.nothingChosen);
      await enqueue(importWork, { importId }, tx);
      await publishImport(tx, userId, importId);
    });
  } catch (error) {
    if (isUniqueViolation(error, ONE_AT_A_TIME)) {
      throw new AppError('conflict', importRefusals.busy);
    }
    throw error;
  }
  return requireImport(userId, importId);
}
