import { publish, type LiveEvent } from '~/engine/events/index.server';
import { sql, transaction, type Sql } from '~/lib/db/index.server';

import type { ExportView } from '../page/import-export';
import type { ExportRow } from './export-data.server';

export function viewExport(row: ExportRow): ExportView {
  const { id, state, createdAt, progress, size, expiresAt, reason } = row;
  return {
    id,
    state,
    createdAt: createdAt.getTime(),
    progress,
    size: state === 'ready' ? size : null,
    expiresAt: state === 'ready' ? (expiresAt?.getTime() ?? null) : null,
    reason,
  };
}

/** How exports stand, as tabs are told. */
export function exportEvents(...rows: ExportRow[]): LiveEvent[] {
  return rows.map((row) => ({ topic: 'export', data: { export: viewExport(row) } }));
}

/** Changes an export, and publishes how it stands where that is worth it. */
export async function changeExport(
  change: (tx: Sql) => Promise<ExportRow | null>,
  worth = true,
): Promise<ExportRow | null> {
  if (!worth) return change(sql);
  return transaction(async (tx) => {
    const row = await change(tx);
    if (row) await publish(tx, row.userId, ...exportEvents(row));
    return row;
  });
}
