import { publish } from '~/engine/events/index.server';
import { enqueue } from '~/engine/queue/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import type { ExportView } from '../page/import-export';
import {
  deleteExport,
  findUnfinished,
  insertExport,
  listExports as listRows,
  markCanceled,
} from './export-data.server';
import { changeExport, exportEvents, viewExport } from './export-events.server';
import { removeArchive } from './export-objects.server';
import { makeExport } from './make-export.server';
import { exportRefusals } from './texts';

const MAX_LISTED = 10;

/** Queues an archive of the account; an unfinished one is returned instead. @throws AppError `conflict` */
export async function requestExport(userId: UserScope): Promise<ExportView> {
  const row = await prismaTransaction(async (tx, sql) => {
    const created = await insertExport(tx, userId, newId());
    if (!created) return findUnfinished(userId, tx);
    await enqueue(makeExport, { userId, exportId: created.id }, sql);
    await publish(sql, userId, ...exportEvents(created));
    return created;
  });
  // The unfinished one ended between the two statements.
  if (!row) throw new AppError('conflict', exportRefusals.again);
  return viewExport(row);
}

/** Newest first. */
export async function listExports(userId: UserScope): Promise<{ items: ExportView[] }> {
  const rows = await listRows(userId, MAX_LISTED);
  return { items: rows.map(viewExport) };
}

/** Cancels an unfinished export, or deletes one that has ended with its file. @throws AppError `not-found` */
export async function removeExport(userId: UserScope, id: string | undefined): Promise<void> {
  if (!isId(id)) throw new AppError('not-found', exportRefusals.gone);
  const canceled = await changeExport((tx) => markCanceled(tx, userId, id));
  if (!canceled && !(await deleteEnded(userId, id))) {
    throw new AppError('not-found', exportRefusals.gone);
  }
  await removeArchive({ userId, id });
}

/** False when there is no such export, or it hasn't ended. */
async function deleteEnded(userId: UserScope, id: string): Promise<boolean> {
  return prismaTransaction(async (tx, sql) => {
    if (!(await deleteExport(tx, userId, id))) return false;
    await publish(sql, userId, { topic: 'export', data: { removed: id } });
    return true;
  });
}

/** Cancels the unfinished export of a user whose account is being removed. */
export async function stopExports(userId: UserScope): Promise<void> {
  const unfinished = await findUnfinished(userId);
  if (unfinished) await changeExport((tx) => markCanceled(tx, userId, unfinished.id));
}
