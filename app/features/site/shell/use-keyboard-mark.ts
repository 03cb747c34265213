import { useEffect } from 'react';

/** Below this part of the page's height, what is missing is the keyboard on the screen and not a toolbar of the browser. */
const COVERED = 0.75;

/**
 * Marks the document while a keyboard on the screen covers part of the page. Then the bar at the bottom gives its room to
 * what is being written (app.css).
 */
export function useKeyboardMark(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const update = () => {
      // Zooming in makes the visible part smaller, too.
      const visible = viewport.height * viewport.scale;
      const covered = visible < window.innerHeight * COVERED;
      document.documentElement.toggleAttribute('data-keyboard', covered);
    };
    update();
    viewport.addEventListener('resize', update);
    return () => {
      viewport.removeEventListener('resize', update);
      document.documentElement.removeAttribute('data-keyboard');
    };
  }, []);
}
