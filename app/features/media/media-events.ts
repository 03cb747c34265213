import { onEvent, onLateEvent } from '~/engine/events';

import type { ItemChange, JobView } from './media';

const listeners = new Set<(change: ItemChange) => void>();

/** Publishes a change that this tab made, before the live event arrives, or where there is no connection. */
export function publishHere(change: ItemChange): void {
  for (const listener of listeners) listener(change);
}

/** Changes of items, made in this tab or elsewhere; a change made here may come twice. */
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

/** The same, with events that a page loaded in the meantime contains already, because they are announced too. */
export function onLateJobChange(listener: (job: JobView) => void): () => void {
  return onLateEvent('media-job', (data) => listener(data.job));
}
