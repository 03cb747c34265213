import { useEffect, useState } from 'react';

import { toastError } from './feedback/toast';

/** A part that is loaded when it is needed did not come. */
export const LOAD_FAILED = 'This could not be loaded. Check your connection and try again.';

/**
 * A part that is not in the first load: `load` (stable, with import() behind it) runs when the part is first wanted.
 * When it cannot be loaded the person hears of it and `giveUp` takes the wish back; the next wish tries again.
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
