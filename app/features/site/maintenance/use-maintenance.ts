import { useCallback, useEffect, useSyncExternalStore } from 'react';

import { DISMISSED_ON, isMaintenanceShown, localDate, msToNextLook } from './maintenance';

const CHANGED = 'brandwright:maintenance';

/** Where storage is blocked, a dismissal holds for as long as the page does. */
let dismissedHere: string | null = null;

function dismissedOn(): string | null {
  try {
    return localStorage.getItem(DISMISSED_ON) ?? dismissedHere;
  } catch {
    // Storage is blocked.
    return dismissedHere;
  }
}

function dismiss(): void {
  dismissedHere = localDate(new Date());
  try {
    localStorage.setItem(DISMISSED_ON, dismissedHere);
  } catch {
    // Storage is blocked.
  }
  window.dispatchEvent(new Event(CHANGED));
}

/** Whether to show what is announced until `until`; follows the clock, the other tabs, and a computer that wakes up. */
export function useMaintenance(until: Date): { shown: boolean; dismiss: () => void } {
  const end = until.getTime();
  const subscribe = useCallback(
    (look: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const lookAgain = () => {
        clearTimeout(timer);
        const wait = msToNextLook(new Date(end), new Date());
        if (wait !== Infinity) timer = setTimeout(lookAgain, wait);
        look();
      };
      lookAgain();
      window.addEventListener(CHANGED, lookAgain);
      window.addEventListener('storage', lookAgain);
      document.addEventListener('visibilitychange', lookAgain);
      return () => {
        clearTimeout(timer);
        window.removeEventListener(CHANGED, lookAgain);
        window.removeEventListener('storage', lookAgain);
        document.removeEventListener('visibilitychange', lookAgain);
      };
    },
    [end],
  );
  const shown = useSyncExternalStore(
    subscribe,
    () => isMaintenanceShown(new Date(end), new Date(), dismissedOn()),
    // The server does not know; the page's script has hidden the banner where it was dismissed.
    () => true,
  );
  useEffect(() => {
    // What the script said holds for its day only: from here on `shown` decides.
    if (!shown) delete document.documentElement.dataset.maintenance;
  }, [shown]);
  return { shown, dismiss };
}
