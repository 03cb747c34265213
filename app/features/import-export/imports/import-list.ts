import type {
  ExportEvent,
  ExportState,
  ExportView,
  ImportState,
  ImportView,
} from '../page/import-export';

const IMPORT_RANK: Record<ImportState, number> = {
  uploading: 0,
  reading: 1,
  ready: 2,
  importing: 3,
  done: 4,
  failed: 4,
  canceled: 4,
  removing: 5,
  removed: 6,
};

// A running export returns to the queue when its process dies.
const EXPORT_RANK: Record<ExportState, number> = {
  queued: 0,
  running: 0,
  ready: 1,
  failed: 1,
  canceled: 1,
  expired: 2,
};

/** Unfinished: it runs, or waits for the person. */
export function isActive({ state }: ImportView): boolean {
  return IMPORT_RANK[state] < IMPORT_RANK.done;
}

/** The server works on it, and the person waits. */
export function isWorking({ state }: ImportView): boolean {
  return state === 'reading' || state === 'importing' || state === 'removing';
}

export function hasImported({ result }: ImportView): boolean {
  return result !== null && result.imported + result.updated > 0;
}

/** Whether it belongs in the list of past imports: not if it was canceled before anything was imported. */
export function isPast(view: ImportView): boolean {
  return !isActive(view) && (view.state !== 'canceled' || hasImported(view));
}

export function isUnfinished({ state }: ExportView): boolean {
  return state === 'queued' || state === 'running';
}

/**
 * The list with this view, newest first. Responses and live events may arrive in any order; an earlier state is
 * ignored.
 */
export function mergeImport(list: readonly ImportView[], view: ImportView): readonly ImportView[] {
  const old = list.find(({ id }) => id === view.id);
  if (old && IMPORT_RANK[view.state] < IMPORT_RANK[old.state]) return list;
  // Live events don't say which parts have arrived.
  const files =
    old?.state === 'uploading' && view.state === 'uploading'
      ? withMoreParts(old, view)
      : view.files;
  return merged(list, { ...view, files });
}

export function mergeExport(list: readonly ExportView[], view: ExportView): readonly ExportView[] {
  const old = list.find(({ id }) => id === view.id);
  if (old && EXPORT_RANK[view.state] < EXPORT_RANK[old.state]) return list;
  return merged(list, view);
}

export function applyExportEvent(
  list: readonly ExportView[],
  event: ExportEvent,
): readonly ExportView[] {
  if ('export' in event) return mergeExport(list, event.export);
  return list.filter(({ id }) => id !== event.removed);
}

/** Of each file, the list with more parts: none ever gets lost. */
function withMoreParts(old: ImportView, view: ImportView): ImportView['files'] {
  return view.files.map((file, index) => {
    const before = old.files[index];
    return before && before.received.length > file.received.length ? before : file;
  });
}

function merged<T extends { id: string; createdAt: number }>(list: readonly T[], view: T): T[] {
  return [...list.filter(({ id }) => id !== view.id), view].sort(
    (a, b) => b.createdAt - a.createdAt,
  );
}
