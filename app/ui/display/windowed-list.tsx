import { useMemo, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

import { useBrowserLayoutEffect } from '~/ui/use-browser-layout-effect';

interface WindowedListProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  /** In rem, so that it's right on the server and with any font size. */
  heightOf: (item: T) => number;
  /** The total number of items; null if unknown. */
  size: number | null;
  children: (item: T) => ReactNode;
  className?: string;
}

/** What the server draws, before the visible area is known. */
const AT_FIRST: ListWindow = { from: 0, to: 32 };
/** How many visible items are compared to find out whether the list moved below them. */
const SAMPLE_SIZE = 5;

/**
 * A list of any length, of which only the visible items are drawn, and the one that has, or last had, the focus. It
 * scrolls with its nearest scrolling ancestor; visible items stay in place when items above them are added or removed.
 */
export function WindowedList<T>({
  items,
  keyOf,
  heightOf,
  size,
  children,
  className = '',
}: WindowedListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [drawn, setDrawn] = useState(AT_FIRST);
  const [focusedKey, setFocusedKey] = useState<string>();
  const offsets = useMemo(() => offsetsOf(items, heightOf), [items, heightOf]);
  const total = offsets.at(-1) ?? 0;
  const visible = useRef<{ key: string; offset: number }[]>([]);
  const scrolledTo = useRef(0);

  useBrowserLayoutEffect(() => {
    const element = list.current;
    const scroller = element && scrollerOf(element);
    if (!element || !scroller) return;

    function look() {
      if (!element || !scroller) return;
      const { top, height } = element.getBoundingClientRect();
      if (height === 0) return;
      const view = scroller.getBoundingClientRect();
      const remsPerPixel = total / height;
      const [start, end] = [(view.top - top) * remsPerPixel, (view.bottom - top) * remsPerPixel];
      scrolledTo.current = scroller.scrollTop;
      const next = windowOf(offsets, start, end);
      setDrawn((old) => (old.from === next.from && old.to === next.to ? old : next));
      const first = itemAt(offsets, start);
      // Nothing can be added or removed above an item at the top.
      visible.current =
        start <= 0
          ? []
          : items
              .slice(first, first + SAMPLE_SIZE)
              .map((item, index) => ({ key: keyOf(item), offset: offsets[first + index] ?? 0 }));
    }

    if (visible.current.length > 0) {
      const now = new Map(items.map((item, index) => [keyOf(item), offsets[index] ?? 0]));
      const moves = visible.current.flatMap(({ key, offset }) => {
        const place = now.get(key);
        return place === undefined ? [] : [place - offset];
      });
      const shift = shiftOf(moves);
      const { height } = element.getBoundingClientRect();
      if (shift !== 0 && total > 0) {
        const { scrollTop, scrollHeight, clientHeight } = scroller;
        // At the end of a list that became shorter, the browser has already scrolled back.
        const isAtEnd = scrollTop >= scrollHeight - clientHeight - 1;
        const from = isAtEnd && shift < 0 ? Math.max(scrollTop, scrolledTo.current) : scrollTop;
        scroller.scrollTop = from + (shift * height) / total;
      }
    }
    look();

    // Rendered before the browser paints the scrolled page, which would otherwise show a gap.
    const onScroll = () => flushSync(look);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    // Anything that opens or closes above moves the list without scrolling it.
    const observer = new ResizeObserver(look);
    observer.observe(scroller);
    for (const child of scroller.children) observer.observe(child);
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [items, offsets, total, keyOf]);

  const focusedIndex =
    focusedKey === undefined ? -1 : items.findIndex((item) => keyOf(item) === focusedKey);
  return (
    <ul
      ref={list}
      style={{ height: `${total}rem` }}
      className={`relative [overflow-anchor:none] ${className}`}
    >
      {indices(drawn, focusedIndex, items.length).map((index) => {
        const item = items[index] as T;
        const key = keyOf(item);
        return (
          <li
            key={key}
            aria-setsize={size ?? -1}
            aria-posinset={index + 1}
            // Fires for a menu or dialog that the item opened, too, wherever in the document that is.
            onFocus={() => setFocusedKey(key)}
            style={{ top: `${offsets[index]}rem`, height: `${heightOf(item)}rem` }}
            className="absolute inset-x-0"
          >
            {children(item)}
          </li>
        );
      })}
    </ul>
  );
}

/** The window, and the last focused item with its neighbors, which Tab and the arrow keys lead to. */
function indices({ from, to }: ListWindow, focusedIndex: number, count: number): number[] {
  const all = new Set<number>();
  for (let index = from; index < Math.min(to, count); index += 1) all.add(index);
  if (focusedIndex >= 0) {
    for (const index of [focusedIndex - 1, focusedIndex, focusedIndex + 1]) {
      if (index >= 0 && index < count) all.add(index);
    }
  }
  return [...all].sort((a, b) => a - b);
}

function scrollerOf(element: Element): Element | null {
  for (let outer = element.parentElement; outer; outer = outer.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(outer).overflowY)) return outer;
  }
  return document.scrollingElement;
}

/** Which items of a list are drawn: from `from` up to, but not including, `to`. */
export interface ListWindow {
  from: number;
  to: number;
}

/** Where each item begins, and finally where the last one ends. */
export function offsetsOf<T>(items: readonly T[], heightOf: (item: T) => number): number[] {
  const offsets = [0];
  let end = 0;
  for (const item of items) offsets.push((end += heightOf(item)));
  return offsets;
}

/** How many items are drawn beyond each edge, so that keyboard moves and fast scrolling show no gap. */
const OVERSCAN = 8;
/** The window moves by this many items, not with every pixel. */
const STEP = 4;

/** What is drawn while `top` to `bottom` of the list is visible, in the unit of the offsets. */
export function windowOf(offsets: readonly number[], top: number, bottom: number): ListWindow {
  const count = offsets.length - 1;
  const first = Math.floor((itemAt(offsets, top) - OVERSCAN) / STEP) * STEP;
  const last = Math.ceil((itemAt(offsets, bottom) + 1 + OVERSCAN) / STEP) * STEP;
  return {
    from: Math.min(count, Math.max(0, first)),
    to: Math.max(0, Math.min(count, last)),
  };
}

/** The item at this position; the first or last if it's above or below the list. */
export function itemAt(offsets: readonly number[], place: number): number {
  let low = 0;
  let high = Math.max(0, offsets.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * How far the visible items have moved within the list, by each item's old and new offset. The median decides, so that
 * one that moved on its own moves nothing else.
 */
export function shiftOf(moves: readonly number[]): number {
  const sorted = [...moves].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
