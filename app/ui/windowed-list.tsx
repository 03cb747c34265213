import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

interface WindowedListProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  /** In rem, so that it is right on the server and with whatever size of letters. */
  heightOf: (item: T) => number;
  /** How many there are in all; null while that is not known. */
  size: number | null;
  children: (item: T) => ReactNode;
  className?: string;
}

/** What the server draws, before anyone knows how much can be seen. */
const AT_FIRST: ListWindow = { from: 0, to: 32 };
/** So many of the items that are seen tell whether the list moved below them. */
const WITNESSES = 5;

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/**
 * A list of any length, of which only what can be seen is drawn, and what has, or last had, the focus. It scrolls with the
 * element around it that scrolls; what is seen stays where it is when something comes or goes above it.
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
  const [kept, setKept] = useState<string>();
  const offsets = useMemo(() => offsetsOf(items, heightOf), [items, heightOf]);
  const total = offsets.at(-1) ?? 0;
  const seen = useRef<{ key: string; offset: number }[]>([]);
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
      // Only where something can come or go above what is seen.
      seen.current =
        start <= 0
          ? []
          : items
              .slice(first, first + WITNESSES)
              .map((item, index) => ({ key: keyOf(item), offset: offsets[first + index] ?? 0 }));
    }

    if (seen.current.length > 0) {
      const now = new Map(items.map((item, index) => [keyOf(item), offsets[index] ?? 0]));
      const moves = seen.current.flatMap(({ key, offset }) => {
        const place = now.get(key);
        return place === undefined ? [] : [place - offset];
      });
      const shift = shiftOf(moves);
      const { height } = element.getBoundingClientRect();
      if (shift !== 0 && total > 0) {
        const { scrollTop, scrollHeight, clientHeight } = scroller;
        // At its end the browser has scrolled back already as far as the list has become shorter.
        const isAtEnd = scrollTop >= scrollHeight - clientHeight - 1;
        const from = isAtEnd && shift < 0 ? Math.max(scrollTop, scrolledTo.current) : scrollTop;
        scroller.scrollTop = from + (shift * height) / total;
      }
    }
    look();

    // Drawn before the browser paints the scrolled page, which else would show a gap.
    const onScroll = () => flushSync(look);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    // Whatever opens or closes above moves the list without scrolling it.
    const observer = new ResizeObserver(look);
    observer.observe(scroller);
    for (const child of scroller.children) observer.observe(child);
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [items, offsets, total, keyOf]);

  const keptAt = kept === undefined ? -1 : items.findIndex((item) => keyOf(item) === kept);
  return (
    <ul
      ref={list}
      style={{ height: `${total}rem` }}
      className={`relative [overflow-anchor:none] ${className}`}
    >
      {indices(drawn, keptAt, items.length).map((index) => {
        const item = items[index] as T;
        const key = keyOf(item);
        return (
          <li
            key={key}
            aria-setsize={size ?? -1}
            aria-posinset={index + 1}
            // Also from a menu or dialog that the item opened, wherever in the document that is.
            onFocus={() => setKept(key)}
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

/** The window, and the kept item with its neighbors, which Tab and the arrow keys lead to. */
function indices({ from, to }: ListWindow, keptAt: number, count: number): number[] {
  const all = new Set<number>();
  for (let index = from; index < Math.min(to, count); index += 1) all.add(index);
  if (keptAt >= 0) {
    for (const index of [keptAt - 1, keptAt, keptAt + 1]) {
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

/** Which items of a list are drawn: from `from` up to, but without, `to`. */
export interface ListWindow {
  from: number;
  to: number;
}

/** Where each item begins, and at the end where the last one ends. */
export function offsetsOf<T>(items: readonly T[], heightOf: (item: T) => number): number[] {
  const offsets = [0];
  let end = 0;
  for (const item of items) offsets.push((end += heightOf(item)));
  return offsets;
}

/** Beyond each edge of what is seen, so that moving by the keyboard and quick scrolling meet no gap. */
const BEYOND = 8;
/** The window moves by this many items, not with every pixel. */
const STEP = 4;

/** What is drawn while `top` to `bottom` of the list can be seen, in the measure of the offsets. */
export function windowOf(offsets: readonly number[], top: number, bottom: number): ListWindow {
  const count = offsets.length - 1;
  const first = Math.floor((itemAt(offsets, top) - BEYOND) / STEP) * STEP;
  const last = Math.ceil((itemAt(offsets, bottom) + 1 + BEYOND) / STEP) * STEP;
  return {
    from: Math.min(count, Math.max(0, first)),
    to: Math.max(0, Math.min(count, last)),
  };
}

/** The item at this place; the first or last where it lies before or behind the list. */
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
 * How far what is seen has moved within its list, by where each of its items begins now and began before. Most of them
 * decide: one that moved on its own takes nothing along.
 */
export function shiftOf(moves: readonly number[]): number {
  const sorted = [...moves].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
