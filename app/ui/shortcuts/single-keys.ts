import { useSyncExternalStore } from 'react';

// Keys without Ctrl or Cmd get in the way of people who speak to their computer, or press keys by accident: they can
// be switched off (WCAG 2.1.4), on this device.

const STORED_AS = 'single-keys';
const OFF = 'off';
const CHANGED = 'brandwright:single-keys';

/** Holds where storage is blocked. */
let chosen = true;

export function singleKeys(): boolean {
  try {
    return localStorage.getItem(STORED_AS) !== OFF && chosen;
  } catch {
    return chosen;
  }
}

export function setSingleKeys(on: boolean): void {
  chosen = on;
  try {
    if (on) localStorage.removeItem(STORED_AS);
    else localStorage.setItem(STORED_AS, OFF);
  } catch {
    // The choice holds for this page only.
  }
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener('storage', listener);
  };
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, singleKeys, () => true);
}
