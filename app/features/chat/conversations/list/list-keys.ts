import type { KeyboardEvent } from 'react';

/** What the arrow keys lead to: rows, and the headings of the parts. */
const STOP = '[data-stop]';

/** The arrow keys go from row to row, Home and End to the first and last. Returns what a neighbor key has led to. */
export function moveInList(
  event: KeyboardEvent<HTMLElement>,
  list: HTMLElement | null,
): HTMLElement | null {
  const from = event.target instanceof Element ? event.target.closest<HTMLElement>(STOP) : null;
  if (list === null || from === null || !list.contains(from)) return null;
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowUp': {
      event.preventDefault();
      const stops = [...list.querySelectorAll<HTMLElement>(STOP)];
      const to = stops[stops.indexOf(from) + (event.key === 'ArrowDown' ? 1 : -1)];
      to?.focus();
      return to ?? null;
    }
    case 'Home':
    case 'End': {
      event.preventDefault();
      const toEnd = event.key === 'End';
      // What is far away is drawn only when it is scrolled to.
      list.scrollIntoView({ block: toEnd ? 'end' : 'start' });
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const stops = list.querySelectorAll<HTMLElement>(STOP);
          stops[toEnd ? stops.length - 1 : 0]?.focus();
        }),
      );
      return null;
    }
    default:
      return null;
  }
}
