import { publish, type LiveEvent } from '~/engine/events/index.server';
import { prismaTransaction, type PrismaTx, type Sql } from '~/lib/db/index.server';

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

export function exportEvents(...rows: ExportRow[]): LiveEvent[] {
  return rows.map((row) => ({ topic: 'export', data: { export: viewExport(row) } }));
}

/** Changes an export and publishes its new state; `change` returns null when it changed nothing. */
export async function changeExport<Row extends ExportRow>(
  change: (tx: PrismaTx, sql: Sql) => Promise<Row | null>,
): Promise<Row | null> {
  return prismaTransaction(async (tx, sql) => {
    const row = await change(tx, sql);
    if (row) await publish(sql, row.userId, ...exportEvents(row));
    return row;
  });
}
