import { useEffect } from 'react';

import { isLive, onMissed } from '~/engine/events';

/** Where no live connection is to be had, one asks. */
const POLL_MS = 3_000;

/** Calls `load` (stable) when live changes may have been missed; while `waiting`, now and then without them, too. */
export function useNews(load: () => void, waiting: boolean): void {
  useEffect(() => onMissed(load), [load]);
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => {
      if (!isLive() && !document.hidden) load();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [waiting, load]);
}
