import { useLocation } from '@remix-run/react';
import { useCallback, useEffect, useState, type RefObject } from 'react';

/** From here on the sidebar is always there (app.css has the same bound). */
const ALWAYS_THERE = '(min-width: 1025px)';

/** No drawer, but a part of the page. */
export function isSidebarAlwaysThere(): boolean {
  return matchMedia(ALWAYS_THERE).matches;
}

export interface Drawer {
  open: boolean;
  show: () => void;
  hide: () => void;
}

/**
 * The sidebar as a drawer, closed at first. It closes on navigation, on Escape, and when the window grows so wide
 * that the sidebar is always there. `panel` gets the focus when it opens, `toggle` when it closes; what traps it in
 * between is `inert` on everything else.
 */
export function useDrawer(
  panel: RefObject<HTMLElement>,
  toggle: RefObject<HTMLButtonElement>,
): Drawer {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  // Open belongs to the page it was opened on, so any navigation closes it.
  const open = openAt === key;
  const show = useCallback(() => setOpenAt(key), [key]);
  const hide = useCallback(() => setOpenAt(undefined), []);

  useEffect(() => {
    if (!open) return;
    const button = toggle.current;
    const wide = matchMedia(ALWAYS_THERE);
    if (wide.matches) return;
    panel.current?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      // An open menu or dialog has taken its Escape already.
      if (event.key === 'Escape' && !event.defaultPrevented) hide();
    };
    document.addEventListener('keydown', onKeyDown);
    wide.addEventListener('change', hide);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      wide.removeEventListener('change', hide);
      button?.focus();
    };
  }, [open, hide, panel, toggle]);

  return { open, show, hide };
}
