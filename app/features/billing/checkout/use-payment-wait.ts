import { useEffect, useState } from 'react';

import { connectLive, disconnectLive, onEvent } from '~/engine/events';
import { useReload } from '~/ui/use-reload';

const POLL_MS = 2_000;
const LONG_MS = 60_000;

/**
 * Reloads the page's data until Stripe has reported the outcome: on live events, and by polling in case those don't arrive.
 * Returns true after a minute, and keeps polling.
 */
export function usePaymentWait(waiting: boolean): boolean {
  const reload = useReload();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const forget = onEvent('billing', reload);
    connectLive().catch(() => {
      // Polling works without it.
    });
    const poll = () => {
      if (document.visibilityState === 'visible') reload();
    };
    const polling = setInterval(poll, POLL_MS);
    const timer = setTimeout(() => setIsLong(true), LONG_MS);
    return () => {
      forget();
      disconnectLive();
      clearInterval(polling);
      clearTimeout(timer);
    };
  }, [waiting, reload]);
  return isLong;
}
