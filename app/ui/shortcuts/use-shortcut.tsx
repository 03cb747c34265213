import { useEffect, useRef, useSyncExternalStore } from 'react';

import { isComposing } from '../keyboard';
import { keyNames, shortcutOf, type ShortcutId } from './shortcuts';

const doers = new Map<ShortcutId, () => void>();

/** Runs the handler when the shortcut is pressed while the component is mounted; null disables it. */
export function useShortcut(id: ShortcutId, run: (() => void) | null): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const wanted = run !== null;
  useEffect(() => {
    if (!wanted) return;
    const doer = () => latest.current?.();
    doers.set(id, doer);
    return () => {
      if (doers.get(id) === doer) doers.delete(id);
    };
  }, [id, wanted]);
}

const FIELDS = 'input, textarea, select, [contenteditable]';
const LAYERS = '[role="menu"], [role="dialog"], [role="alertdialog"]';

/**
 * An open dialog takes precedence, except the drawer, which is only a sidebar, and the palette, which its own shortcut
 * closes.
 */
const OPEN_LAYERS = '#sidebar, [data-palette]';

/** Listens to the keyboard. Once per document. */
export function useShortcutKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event) || event.repeat) return;
      const target = event.target instanceof Element ? event.target : null;
      const inLayer = Boolean(target?.closest(LAYERS));
      const occupied = inLayer || Boolean(target?.closest(FIELDS));
      const id = shortcutOf(event, { mac: isMac(), occupied, singleKeys: singleKeys() });
      const doer = id && doers.get(id);
      if (!doer || (inLayer && !target?.closest(OPEN_LAYERS))) return;
      event.preventDefault();
      doer();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}

/** Whether the keyboard has Cmd; unknown during server rendering. */
function useIsMac(): boolean {
  return useSyncExternalStore(
    () => () => {},
    isMac,
    () => false,
  );
}

/** A shortcut's keys, each as a `kbd` element. */
export function Keys({ keys, className = '' }: { keys: string; className?: string }) {
  const names = keyNames(keys, useIsMac());
  return (
    <span className={`inline-flex shrink-0 gap-1 ${className}`}>
      {names.map((name) => (
        <kbd
          key={name}
          className="min-w-6 rounded-sm border border-border-strong/60 bg-field px-1.5 py-0.5 text-center font-sans text-xs leading-4 text-muted"
        >
          {name}
        </kbd>
      ))}
    </span>
  );
}

// Single-key shortcuts get in the way of people who use speech input or press keys by accident, so they can be switched
// off on this device (WCAG 2.1.4).

const STORED_AS = 'single-keys';
const OFF = 'off';
const CHANGED = 'brandwright:single-keys';

/** The setting while storage is blocked. */
let chosen = true;

function singleKeys(): boolean {
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
    // The choice applies to this page only.
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
