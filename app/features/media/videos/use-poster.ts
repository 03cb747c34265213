import { useEffect } from 'react';

import type { ItemView } from '../media';

/** Sees to it that a video that has no poster yet gets one, while it is shown. */
export function usePoster(item: ItemView): void {
  const isMissing = item.kind === 'video' && item.thumbUrl === '';
  useEffect(() => {
    if (!isMissing) return;
    import('./give-poster').then(
      ({ givePoster }) => givePoster(item),
      () => {
        // Its place is drawn all the same, and the next visit tries again.
      },
    );
    // Of one video once, whatever else is told of it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isMissing, item.id]);
}
