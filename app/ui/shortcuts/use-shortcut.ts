import { useEffect, useRef, useSyncExternalStore } from 'react';

import { shortcutOf } from './press';
import type { ShortcutId } from './shortcuts';
import { singleKeys } from './single-keys';

const doers = new Map<ShortcutId, () => void>();

/** Does this when the shortcut is pressed, as long as the component is there; null: not now. */
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

/** A dialog is to be answered first; the drawer is only a sidebar, and the palette's own keys close it. */
const OPEN_LAYERS = '#sidebar, [data-palette]';

/** Listens to the keyboard. Once in the document. */
export function useShortcutKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
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

/** Whether the keyboard has Cmd; not known while rendering on the server. */
export function useIsMac(): boolean {
  return useSyncExternalStore(
    () => () => {},
    isMac,
    () => false,
  );
}
