import { useEffect } from 'react';

import { useReload } from '~/ui/use-reload';

import { waitIsOver } from './verification';

const EVERY_MS = 4_000;

/**
 * Loads the page again once the link was used, most likely in another tab or on a phone. By asking: somebody whom the
 * gate keeps out has no live connection.
 */
export function useVerificationWait(waiting: boolean): void {
  const reload = useReload();
  useEffect(() => {
    if (!waiting) return;
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      void waitIsOver().then((over) => {
        if (over) reload();
      });
    };
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [waiting, reload]);
}
