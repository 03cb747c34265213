import { onEvent, onLateEvent } from '~/engine/events';

import type { ItemChange, JobView } from './media';

const listeners = new Set<(change: ItemChange) => void>();

/** What this tab itself did, before the live connection tells of it, or where there is none. */
export function publishHere(change: ItemChange): void {
  for (const listener of listeners) listener(change);
}

/** Changes of images, made here or elsewhere; those made here may be told twice. */
export function onItemChange(listener: (change: ItemChange) => void): () => void {
  listeners.add(listener);
  const stop = onEvent('media-item', listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

export function onJobChange(listener: (job: JobView) => void): () => void {
  return onEvent('media-job', (data) => listener(data.job));
}

/** The same, also where a page loaded meanwhile contains it already: for who tells of it. */
export function onJobNews(listener: (job: JobView) => void): () => void {
  return onLateEvent('media-job', (data) => listener(data.job));
}
