import { useEffect, useState } from 'react';

import { toastError } from './feedback/toast';

/** Shown when lazily loaded code couldn't be loaded. */
export const LOAD_FAILED = 'This part of the app didn’t load. Check your connection and try again.';

/**
 * Loads code that isn't in the first load: `load` (stable, with import() behind it) runs when `wanted` first turns
 * true. If it fails, a toast says so and `giveUp` resets the request; the next one tries again.
 */
export function useLoadOnUse<T>(
  load: () => Promise<T>,
  wanted: boolean,
  giveUp: () => void,
): T | undefined {
  const [part, setPart] = useState<{ value: T }>();
  const missing = wanted && part === undefined;
  useEffect(() => {
    if (!missing) return;
    let current = true;
    load().then(
      (value) => {
        if (current) setPart({ value });
      },
      () => {
        if (!current) return;
        toastError(LOAD_FAILED);
        giveUp();
      },
    );
    return () => {
      current = false;
    };
  }, [missing, load, giveUp]);
  return part?.value;
}
