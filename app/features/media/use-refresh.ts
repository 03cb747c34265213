import { useEffect } from 'react';

import { isLive, onMissed } from '~/engine/events';

const POLL_MS = 4_000;

/**
 * Reloads what live events keep up to date: after some were missed, and by polling while something waits or runs without
 * a live connection. Both functions are stable.
 */
export function useRefresh(reload: () => void, isRunning: boolean, poll = reload): void {
  useEffect(() => onMissed(reload), [reload]);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      if (!isLive() && !document.hidden) poll();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isRunning, poll]);
}
