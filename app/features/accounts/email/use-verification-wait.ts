import { useEffect } from 'react';

import type { Unreached } from '~/features/email';
import { useReload } from '~/ui/use-reload';

import { waitIsOver } from './verification';

const EVERY_MS = 4_000;

/**
 * Loads the page again once the link was used, most likely in another tab or on a phone. By asking: someone whom the
 * gate keeps out has no live connection. And once it is known, or no more, that the link has not arrived.
 */
export function useVerificationWait(waiting: { unreached: Unreached | null } | null): void {
  const reload = useReload();
  const shown = waiting?.unreached;
  useEffect(() => {
    if (shown === undefined) return;
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      void waitIsOver(shown).then((over) => {
        if (over) reload();
      });
    };
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [shown, reload]);
}
