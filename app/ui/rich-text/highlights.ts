/** A name that app.css styles, and what has it. */
export interface Painted {
  name: string;
  range: Range;
}

/**
 * Highlights ranges within `root` without changing what it contains, beside those that other parts of the page highlight.
 * Returns what takes them back. Older browsers show nothing.
 */
export function paint(root: HTMLElement, painted: readonly Painted[]): () => void {
  if (typeof Highlight === 'undefined') return () => undefined;
  // app.css styles highlights nowhere else.
  root.dataset.highlights = '';
  for (const { name, range } of painted) {
    const there = CSS.highlights.get(name);
    if (there) there.add(range);
    else CSS.highlights.set(name, new Highlight(range));
  }
  return () => {
    for (const { name, range } of painted) {
      const there = CSS.highlights.get(name);
      there?.delete(range);
      if (there?.size === 0) CSS.highlights.delete(name);
    }
  };
}

/** Room that is left above and below what is scrolled to. */
const ROOM = 24;

/** Scrolls what contains a range, so that it can be seen; `page` scrolls the page as well. */
export function reveal(range: Range, page: boolean): void {
  const start = range.startContainer;
  let box = start instanceof Element ? start : start.parentElement;
  for (; box; box = box.parentElement) {
    const isPage = box === document.scrollingElement;
    if (isPage && !page) return;
    if (!isPage && !scrolls(box)) continue;
    const { top, bottom } = range.getBoundingClientRect();
    const frame = isPage
      ? { top: 80, bottom: window.innerHeight - ROOM }
      : box.getBoundingClientRect();
    if (top < frame.top + ROOM) box.scrollBy({ top: top - frame.top - ROOM });
    else if (bottom > frame.bottom - ROOM) box.scrollBy({ top: bottom - frame.bottom + ROOM });
  }
}

function scrolls(element: Element): boolean {
  if (element.scrollHeight <= element.clientHeight) return false;
  return /auto|scroll/.test(getComputedStyle(element).overflowY);
}
