import { useSyncExternalStore } from 'react';

import { onEvent } from '~/engine/events';

import type { MessageImage } from './message-image';

/** More messages than get images while a tab is open; those before are loaded with their pages. */
const MAX_MESSAGES = 200;

const NONE: readonly MessageImage[] = [];

/** What live events say of images, newer than what pages were loaded with, by message. */
const live = new Map<string, readonly MessageImage[]>();
const listeners = new Set<() => void>();

// For as long as the tab is open: the page of a new conversation gives way to another while its answer begins.
onEvent('message-image', ({ messageId, image }) => {
  const images = withImage(live.get(messageId) ?? NONE, image);
  live.delete(messageId);
  live.set(messageId, images);
  const [oldest] = live.keys();
  if (live.size > MAX_MESSAGES && oldest !== undefined) live.delete(oldest);
  listeners.forEach((listener) => listener());
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The images of a message: as loaded, with what live events have said since. */
export function useMessageImages(
  id: string | null,
  loaded: readonly MessageImage[] = NONE,
): readonly MessageImage[] {
  const newer = useSyncExternalStore(
    subscribe,
    () => live.get(id ?? '') ?? NONE,
    () => NONE,
  );
  return (
    newer
      // The image is there since.
      .filter((image) => loaded.every((one) => one.id !== image.id || one.itemId === null))
      .reduce(withImage, loaded)
  );
}

/** With an image in place of what was known of it, or at the end. */
function withImage(images: readonly MessageImage[], image: MessageImage): readonly MessageImage[] {
  return images.some(({ id }) => id === image.id)
    ? images.map((one) => (one.id === image.id ? image : one))
    : [...images, image];
}
