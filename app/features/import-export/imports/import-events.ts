import { onEvent } from '~/engine/events';

import type { ExportEvent, ImportView } from '../page/import-export';

const listeners = new Set<(view: ImportView) => void>();

/** What this tab itself did, before the live connection tells of it, or where there is none. */
export function publishHere(view: ImportView): void {
  for (const listener of listeners) listener(view);
}

/** Changes of imports, made here or elsewhere; those made here may be told twice. */
export function onImportChange(listener: (view: ImportView) => void): () => void {
  listeners.add(listener);
  const stop = onEvent('import', (data) => listener(data.import));
  return () => {
    listeners.delete(listener);
    stop();
  };
}

export function onExportChange(listener: (change: ExportEvent) => void): () => void {
  return onEvent('export', listener);
}
