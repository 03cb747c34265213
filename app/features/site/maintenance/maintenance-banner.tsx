import { useCallback, useEffect, useSyncExternalStore } from 'react';

import { Banner } from '~/ui/display/banner';
import { useNonce } from '~/ui/page/document';
import { Wrench } from '~/ui/display/shared-icons';

import {
  DISMISSED_ON,
  isMaintenanceShown,
  localDate,
  maintenanceScript,
  type MaintenanceNotice,
  msToNextChange,
} from './maintenance';

/** Announces maintenance until its end; a dismissal is for the day. */
export function MaintenanceBanner({ notice }: { notice: MaintenanceNotice }) {
  const { shown, dismiss } = useMaintenance(notice.until);
  const nonce = useNonce();
  return (
    <>
      <script
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: maintenanceScript }}
      />
      {shown && (
        <Banner
          label="Maintenance"
          icon={Wrench}
          onDismiss={dismiss}
          className="in-data-[maintenance=dismissed]:hidden"
        >
          {notice.text}
        </Banner>
      )}
    </>
  );
}

const CHANGED = 'brandwright:maintenance';

/** When storage is blocked, a dismissal lasts as long as the page. */
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

/** Whether to show the banner. Follows the clock, other tabs, and a computer that wakes up. */
function useMaintenance(until: Date): { shown: boolean; dismiss: () => void } {
  const end = until.getTime();
  const subscribe = useCallback(
    (update: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const check = () => {
        clearTimeout(timer);
        const wait = msToNextChange(new Date(end), new Date());
        if (wait !== Infinity) timer = setTimeout(check, wait);
        update();
      };
      check();
      window.addEventListener(CHANGED, check);
      window.addEventListener('storage', check);
      document.addEventListener('visibilitychange', check);
      return () => {
        clearTimeout(timer);
        window.removeEventListener(CHANGED, check);
        window.removeEventListener('storage', check);
        document.removeEventListener('visibilitychange', check);
      };
    },
    [end],
  );
  const shown = useSyncExternalStore(
    subscribe,
    () => isMaintenanceShown(new Date(end), new Date(), dismissedOn()),
    // The server doesn't know; the page's script hides the banner if it was dismissed.
    () => true,
  );
  useEffect(() => {
    // The script's decision is for one day only: from here on, `shown` decides.
    if (!shown) delete document.documentElement.dataset.maintenance;
  }, [shown]);
  return { shown, dismiss };
}
