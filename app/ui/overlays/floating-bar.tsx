import { type ReactNode, useLayoutEffect, useRef } from 'react';

import type { Box } from '../forms/text-selection';
import { dockBar, GAP, placeBar } from './place-bar';

interface FloatingBarProps {
  /** Where in the window the selection is; null leaves the bar where it was. */
  boxOf: () => Box | null;
  children: ReactNode;
}

/** The app's header, which stays in sight (app-shell.tsx). */
const HEADER = 56;
/** Fingers need more room, and the browser's own menu is above the selection there. */
const DOCKED = '(max-width: 640px), (pointer: coarse)';

/**
 * Keeps a bar at a selection without covering it: above or below it, or at an edge of the window on phones, above the
 * keyboard on the screen. Its parent must be positioned. `data-docked` on it says which; it isn't known on the server.
 */
export function FloatingBar({ boxOf, children }: FloatingBarProps) {
  const frame = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const bar = frame.current;
    if (!bar) return;
    const place = () => {
      const docked = matchMedia(DOCKED).matches;
      bar.toggleAttribute('data-docked', docked);
      const box = boxOf();
      if (!box) return;
      const view = visibleBox();
      if (docked) {
        bar.style.left = '0px';
        bar.style.top = `${dockBar(bar.offsetHeight, box, { ...view, bottom: view.bottom - bottomBar(bar) })}px`;
        return;
      }
      const { offsetWidth: width, offsetHeight: height } = bar;
      const parent = bar.offsetParent?.getBoundingClientRect();
      const inset = {
        top: view.top + GAP,
        bottom: view.bottom - GAP,
        left: view.left + GAP,
        right: view.right - GAP,
      };
      const { top, left } = placeBar({ width, height }, box, inset);
      bar.style.top = `${top - (parent?.top ?? 0)}px`;
      bar.style.left = `${left - (parent?.left ?? 0)}px`;
    };
    place();
    const size = new ResizeObserver(place);
    size.observe(bar);
    if (bar.parentElement) size.observe(bar.parentElement);
    const { visualViewport } = window;
    window.addEventListener('scroll', place, { passive: true, capture: true });
    window.addEventListener('resize', place);
    visualViewport?.addEventListener('resize', place);
    visualViewport?.addEventListener('scroll', place);
    return () => {
      size.disconnect();
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
      visualViewport?.removeEventListener('resize', place);
      visualViewport?.removeEventListener('scroll', place);
    };
  }, [boxOf]);

  return (
    <div
      ref={frame}
      className="absolute top-0 left-0 z-20 w-max max-w-[calc(100vw-1rem)] animate-fade-in rounded-xl border bg-raised shadow-overlay scroll-mb-(--bottom-bar) data-docked:fixed data-docked:right-0 data-docked:w-auto data-docked:max-w-none data-docked:rounded-none data-docked:border-x-0"
    >
      {children}
    </div>
  );
}

/** What can be seen: the window without the header and without the keyboard on the screen. */
function visibleBox(): Box {
  const { clientWidth } = document.documentElement;
  const { offsetTop = 0, height = window.innerHeight } = window.visualViewport ?? {};
  return {
    top: Math.max(offsetTop, HEADER),
    bottom: offsetTop + height,
    left: 0,
    right: clientWidth,
  };
}

/** What the app's own bar covers at the bottom of phones. */
function bottomBar(bar: HTMLElement): number {
  return parseFloat(getComputedStyle(bar).scrollMarginBottom);
}
