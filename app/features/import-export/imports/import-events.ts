import { onEvent } from '~/engine/events';

import type { ExportEvent, ImportView } from '../page/import-export';

const listeners = new Set<(view: ImportView) => void>();

/** Publishes what this tab did itself, without waiting for the live event, which may not come. */
export function publishHere(view: ImportView): void {
  for (const listener of listeners) listener(view);
}

/** Listens for changes made in this tab or elsewhere; a change made in this tab may come twice. */
export function onImportChange(listener: (view: ImportView) => void): () => void {
  listeners.add(listener);
  const stop = onEvent('import', (data) => listener(data.import));
  return () => {
    listeners.delete(listener);
    stop();
  };
}

export function onExportEvent(listener: (event: ExportEvent) => void): () => void {
  return onEvent('export', listener);
}
