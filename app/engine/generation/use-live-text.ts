import { useCallback, useSyncExternalStore } from 'react';

import { liveText, subscribeText, type LiveText } from './live-texts';

/** The text as this tab follows it; null when it does not, as on the server. */
export function useLiveText(id: string): LiveText | null {
  return useSyncExternalStore(
    useCallback((listener) => subscribeText(id, listener), [id]),
    () => liveText(id),
    () => null,
  );
}
