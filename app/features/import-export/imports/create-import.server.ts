import { cleanName } from '~/features/chat/index.server';
import { isUniqueViolation, sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';

import type { ImportView } from '../page/transfer';
import { publishImport } from './changes.server';
import { insertImport, ONE_AT_A_TIME, readImport } from './import-data.server';
import { MAX_BYTES, PART_SIZE } from './limits';
import { importRefusals } from './refusals';

/**
 * Begins an import; its files are uploaded next, part by part.
 * @throws AppError `invalid`, `conflict` while another one of the user's is under way
 */
export async function createImport(
  userId: string,
  files: readonly { name: string; size: number }[],
): Promise<ImportView> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > MAX_BYTES) throw new AppError('invalid', importRefusals.tooLarge);
  const id = newId();
  const named = files.map(({ name, size }) => ({ name: cleanName(name), size }));
  try {
    await transaction(async (tx) => {
      await insertImport(tx, { id, userId, partSize: PART_SIZE, files: named });
      await publishImport(tx, userId, id);
    });
  } catch (error) {
    if (isUniqueViolation(error, ONE_AT_A_TIME)) {
      throw new AppError('conflict', importRefusals.busy);
    }
    throw error;
  }
  return (await readImport(sql, userId, id))!;
}
