import { useEffect } from 'react';

import type { ItemView } from '../media';

/** Gives a video without a poster one, while it is shown. */
export function usePoster(item: ItemView): void {
  const isMissing = item.kind === 'video' && item.thumbUrl === '';
  useEffect(() => {
    if (!isMissing) return;
    import('./give-poster').then(
      ({ givePoster }) => givePoster(item),
      () => {
        // A placeholder is shown, and the next visit tries again.
      },
    );
    // Once for each video, whatever else changes about it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isMissing, item.id]);
}
