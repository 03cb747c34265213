import { type ComponentType, createElement, useEffect, useState } from 'react';

import { toastError } from './feedback/toast';

/** Shown when lazily loaded code couldn't be loaded. */
export const LOAD_FAILED = 'This part of the app didn’t load. Check your connection and try again.';

const stay = () => undefined;

/**
 * Loads code that isn't in the first load: `load` (stable, with import() behind it) runs when `wanted` first turns
 * true. If it fails, a toast says so and `giveUp` resets the request; the next one tries again.
 */
export function useLoadOnUse<T>(
  load: () => Promise<T>,
  wanted: boolean,
  giveUp: () => void = stay,
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

interface Openable {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog whose code is loaded when it first opens. */
export function openedOnUse<Props extends Openable>(load: () => Promise<ComponentType<Props>>) {
  return function OpenedOnUse(props: Props) {
    const Loaded = useLoadOnUse(load, props.open, () => props.onOpenChange(false));
    return Loaded === undefined ? null : createElement(Loaded, props);
  };
}
