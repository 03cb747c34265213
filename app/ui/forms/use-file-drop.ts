import { useEffect, useState } from 'react';

/** Accepts files dropped anywhere on the page; returns true while files are dragged over it. `drop` must be stable. */
export function useFileDrop(
  drop: (files: readonly File[], transfer: DataTransfer) => void,
  enabled = true,
): boolean {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    if (!enabled) return;
    // Each element on the way fires its own enter and leave events.
    let depth = 0;
    const has = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const listeners = {
      dragenter(event: DragEvent) {
        if (!has(event)) return;
        depth += 1;
        setDragging(true);
      },
      dragover(event: DragEvent) {
        // Without this, the browser would open the file in place of the page.
        if (has(event)) event.preventDefault();
      },
      dragleave(event: DragEvent) {
        if (!has(event)) return;
        depth = Math.max(0, depth - 1);
        if (depth === 0) setDragging(false);
      },
      drop(event: DragEvent) {
        depth = 0;
        setDragging(false);
        if (!has(event) || event.dataTransfer === null || event.defaultPrevented) return;
        event.preventDefault();
        drop([...event.dataTransfer.files], event.dataTransfer);
      },
    };
    for (const [name, listener] of Object.entries(listeners)) {
      window.addEventListener(name, listener as EventListener);
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        window.removeEventListener(name, listener as EventListener);
      }
    };
  }, [enabled, drop]);
  return dragging;
}
