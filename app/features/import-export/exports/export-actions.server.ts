import { publish } from '~/engine/events/index.server';
import { enqueue } from '~/engine/queue/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { importExportTexts } from '../texts';
import type { ExportView } from '../page/import-export';
import { dropArchive } from './export-objects.server';
import {
  deleteExport,
  findGoing,
  insertExport,
  listExports as listRows,
  markCanceled,
} from './export-data.server';
import { changeExport, exportEvents, viewExport } from './export-events.server';
import { makeExport } from './make-export.server';

/** So many are shown; there is one with a file at the most. */
const SHOWN = 10;

/** Has an archive of the account made; where one is being made already, it is that one. */
export async function requestExport(userId: UserScope): Promise<ExportView> {
  const row = await transaction(async (tx) => {
    const created = await insertExport(tx, userId, newId());
    if (!created) return findGoing(tx, userId);
    await enqueue(makeExport, { userId, exportId: created.id }, tx);
    await publish(tx, userId, ...exportEvents(created));
    return created;
  });
  // It ended at this very moment.
  if (!row) throw new AppError('conflict', importExportTexts.exportAgain);
  return viewExport(row);
}

/** Newest first. */
export async function listExports(userId: UserScope): Promise<{ items: ExportView[] }> {
  const rows = await listRows(sql, userId, SHOWN);
  return { items: rows.map(viewExport) };
}

/** Ends one that goes on, or takes one that is over off the list, with its file. @throws AppError `not-found` */
export async function removeExport(userId: UserScope, id: string | undefined): Promise<void> {
  if (!isId(id)) throw new AppError('not-found', importExportTexts.exportGone);
  const canceled = await changeExport((tx) => markCanceled(tx, userId, id));
  if (!canceled && !(await takeOff(userId, id))) {
    throw new AppError('not-found', importExportTexts.exportGone);
  }
  await dropArchive({ userId, id });
}

/** False when there is none that is over. */
async function takeOff(userId: UserScope, id: string): Promise<boolean> {
  return transaction(async (tx) => {
    if (!(await deleteExport(tx, userId, id))) return false;
    await publish(tx, userId, { topic: 'export', data: { removed: id } });
    return true;
  });
}

/** Ends what goes on of a user whose account is being removed. */
export async function stopExports(userId: UserScope): Promise<void> {
  const going = await findGoing(sql, userId);
  if (going) await changeExport((tx) => markCanceled(tx, userId, going.id));
}
