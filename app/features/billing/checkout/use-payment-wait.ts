import { useEffect, useState } from 'react';

import { connectLive, disconnectLive, onEvent } from '~/engine/events';
import { useReload } from '~/ui/use-reload';

const EVERY_MS = 2_000;
const PATIENCE_MS = 60_000;

/**
 * Loads the page again until Stripe's word is there: by live news, and by asking, for where those do not come. True once
 * it takes longer than anyone should have to look at; it goes on asking all the same.
 */
export function usePaymentWait(waiting: boolean): boolean {
  const reload = useReload();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const forget = onEvent('billing', reload);
    connectLive().catch(() => {
      // Asking does without.
    });
    const look = () => {
      if (document.visibilityState === 'visible') reload();
    };
    const asking = setInterval(look, EVERY_MS);
    const patience = setTimeout(() => setIsLong(true), PATIENCE_MS);
    return () => {
      forget();
      disconnectLive();
      clearInterval(asking);
      clearTimeout(patience);
    };
  }, [waiting, reload]);
  return isLong;
}
