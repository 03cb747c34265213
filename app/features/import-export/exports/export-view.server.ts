import type { LiveEvent } from '~/engine/events/index.server';

import type { ExportView } from '../page/transfer';
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
