import { useEffect, useState } from 'react';

import { requestJson } from '~/http/client';

import type { PartHealth } from './part-health';

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
        requestJson('/api/admin/health').then(
          (answer) => {
            if (!current) return;
            setKnown({ from: loaded, parts: (answer as { parts: PartHealth[] }).parts });
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
