import { useLocation } from '@remix-run/react';
import { useCallback, useEffect, useState, type RefObject } from 'react';

import { isComposing } from '~/ui/keyboard';

/** From this width on, the sidebar is a fixed part of the page (app.css has the same breakpoint). */
const WIDE = '(min-width: 1025px)';

export function isSidebarFixed(): boolean {
  return matchMedia(WIDE).matches;
}

interface Drawer {
  open: boolean;
  show: () => void;
  hide: () => void;
}

/**
 * The sidebar as a drawer, closed at first. It closes on navigation, on Escape, and when the window becomes wide enough for
 * a fixed sidebar. `panel` gets the focus when it opens, and `toggle` when it closes; in between, `inert` on everything else
 * keeps the focus inside.
 */
export function useDrawer(
  panel: RefObject<HTMLElement>,
  toggle: RefObject<HTMLButtonElement>,
): Drawer {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  // Stores the page on which it was opened, so any navigation closes it.
  const open = openAt === key;
  const show = useCallback(() => setOpenAt(key), [key]);
  const hide = useCallback(() => setOpenAt(undefined), []);

  useEffect(() => {
    if (!open) return;
    const button = toggle.current;
    const wide = matchMedia(WIDE);
    if (wide.matches) return;
    panel.current?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      // An open menu or dialog handles Escape itself.
      if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event)) hide();
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
