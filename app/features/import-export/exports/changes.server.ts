import type { Sql } from '~/lib/db/index.server';
import { nextSequence, publishEvents } from '~/engine/events/index.server';

import type { ExportChange } from '../page/transfer';
import type { ExportRow } from './export-data.server';
import { viewExport } from './export-view.server';

/** Takes a number for how exports of a user stand now; the returned function tells the tabs, after the commit. */
export async function publishExports(
  tx: Sql,
  userId: string,
  rows: readonly ExportRow[],
): Promise<() => void> {
  if (rows.length === 0) return () => {};
  const seq = await nextSequence(tx, userId);
  const changes = rows.map((row) => {
    const data: ExportChange = { export: viewExport(row) };
    return { topic: 'export' as const, data };
  });
  return () => void publishEvents(userId, { seq, changes });
}

/** The same for one that was taken off the list. */
export async function publishExportRemoved(
  tx: Sql,
  userId: string,
  id: string,
): Promise<() => void> {
  const seq = await nextSequence(tx, userId);
  const data: ExportChange = { removed: id };
  return () => void publishEvents(userId, { seq, changes: [{ topic: 'export', data }] });
}
