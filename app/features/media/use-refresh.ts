import { useEffect, useState } from 'react';

import { isLive, onMissed } from '~/engine/events';

const POLL_MS = 4_000;

/**
 * Reloads what live events keep up to date: once it listens, after some were missed, and by polling while something waits or
 * runs without a live connection. Both functions are stable.
 */
export function useRefresh(reload: () => void, isRunning: boolean, poll = reload): void {
  useEffect(() => onMissed(reload), [reload]);
  const [wasRunning] = useState(isRunning);
  useEffect(() => {
    // An end between the loading and the page's first listener reached no one.
    if (wasRunning) poll();
  }, [wasRunning, poll]);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      if (!isLive() && !document.hidden) poll();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isRunning, poll]);
}
