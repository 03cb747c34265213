import { onEvent } from '~/engine/events';

import type { ContentChange } from '../content/content';

const listeners = new Set<(change: ContentChange) => void>();

/** What this tab itself did, before the live connection tells of it, or where there is none. */
export function publishHere(change: ContentChange): void {
  for (const listener of listeners) listener(change);
}

/** Changes of saved content, made here or elsewhere; those made here may be told twice. */
export function onContentChange(listener: (change: ContentChange) => void): () => void {
  listeners.add(listener);
  const stop = onEvent('saved-content', listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}
