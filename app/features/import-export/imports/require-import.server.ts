import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import type { ImportView } from '../page/transfer';
import { readImport } from './import-data.server';
import { importRefusals } from './refusals';

/** An import of this user's. @throws AppError `not-found` */
export async function requireImport(userId: string, id: string | undefined): Promise<ImportView> {
  const view = isId(id) ? await readImport(sql, userId, id) : null;
  if (!view) throw new AppError('not-found', importRefusals.gone);
  return view;
}
