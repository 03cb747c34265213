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

// One that was killed begins anew.
const EXPORT_RANK: Record<ExportState, number> = {
  queued: 0,
  running: 0,
  ready: 1,
  failed: 1,
  canceled: 1,
  expired: 2,
};

/** It asks for something, or goes on. */
export function isActive({ state }: ImportView): boolean {
  return IMPORT_RANK[state] < IMPORT_RANK.done;
}

/** It goes on by itself: someone waits for news of it. */
export function isWorking({ state }: ImportView): boolean {
  return state === 'reading' || state === 'importing' || state === 'removing';
}

/** It put something into the account that can be taken away again. */
export function hasBrought({ result }: ImportView): boolean {
  return result !== null && result.imported + result.updated > 0;
}

/** One that was given up before anything came in is not worth a line. */
export function isWorthTelling(view: ImportView): boolean {
  return !isActive(view) && (view.state !== 'canceled' || hasBrought(view));
}

export function isMaking({ state }: ExportView): boolean {
  return state === 'queued' || state === 'running';
}

/** The list with this news, newest first. Answers and live changes may arrive in any order: nothing goes backwards. */
export function mergeImport(list: readonly ImportView[], view: ImportView): readonly ImportView[] {
  const old = list.find(({ id }) => id === view.id);
  if (old && IMPORT_RANK[view.state] < IMPORT_RANK[old.state]) return list;
  // Live changes do not tell which parts have arrived.
  const files =
    old?.state === 'uploading' && view.state === 'uploading' ? more(old, view) : view.files;
  return merged(list, { ...view, files });
}

export function mergeExport(list: readonly ExportView[], view: ExportView): readonly ExportView[] {
  const old = list.find(({ id }) => id === view.id);
  if (old && EXPORT_RANK[view.state] < EXPORT_RANK[old.state]) return list;
  return merged(list, view);
}

/** The list after this change, made here or elsewhere. */
export function changedExports(
  list: readonly ExportView[],
  change: ExportEvent,
): readonly ExportView[] {
  if ('export' in change) return mergeExport(list, change.export);
  return list.filter(({ id }) => id !== change.removed);
}

function more(old: ImportView, view: ImportView): ImportView['files'] {
  return view.files.map((file, index) => {
    const known = old.files[index];
    return known && known.received.length > file.received.length ? known : file;
  });
}

function merged<T extends { id: string; createdAt: number }>(list: readonly T[], view: T): T[] {
  return [...list.filter(({ id }) => id !== view.id), view].sort(
    (a, b) => b.createdAt - a.createdAt,
  );
}
