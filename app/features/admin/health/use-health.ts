import { useEffect, useState } from 'react';

import { client } from '~/http/client';

import type { PartHealth } from './part-health';
import type { HealthApi } from './routes/health';

const api = client<HealthApi>();

const WHILE_ASKING_MS = 1_500;
const EVERY_MS = 60_000;

/** The parts as they are, followed while the page is looked at. */
export function useHealth(loaded: PartHealth[]): PartHealth[] {
  const [{ from, parts }, setKnown] = useState({ from: loaded, parts: loaded });
  // The page was loaded again: that is newer.
  if (from !== loaded) setKnown({ from: loaded, parts: loaded });
  const asking = parts.some((part) => part.asking);
  useEffect(() => {
    let current = true;
    const timer = setInterval(
      () => {
        if (document.visibilityState !== 'visible') return;
        api.get('/api/admin/health').then(
          ({ parts }) => {
            if (current) setKnown({ from: loaded, parts });
          },
          // What is shown has its time beside it, and the next look may succeed.
          () => undefined,
        );
      },
      asking ? WHILE_ASKING_MS : EVERY_MS,
    );
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [asking, loaded]);
  return parts;
}
