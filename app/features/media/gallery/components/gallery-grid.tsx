import { useEffect, useId, useMemo, useRef, useState } from 'react';

import { personDay } from '~/lib/format/dates';
import { formatDayHeading } from '~/lib/format/day-heading';
import { useNow } from '~/ui/dates/local-time';
import { useBrowserLayoutEffect } from '~/ui/use-browser-layout-effect';

import { layOut, neighbor, type DayGroup } from '../gallery-layout';
import type { ItemView } from '../../media';
import { GalleryTile, tileId, type TileActions } from './gallery-tile';

interface GalleryGridProps {
  items: readonly ItemView[];
  selecting: boolean;
  selected: ReadonlySet<string>;
  on: Omit<TileActions, 'focus'>;
  /** Gets the focus; a new object requests it again. */
  focusOn: { id: string } | null;
  /** The end of the loaded items comes into view. */
  onNearEnd: () => void;
}

const HEADING = 40;
/** Pixels beyond the visible part that are rendered; the rendered part moves in steps, not with every pixel. */
const OVERSCAN = 600;
const STEP = 200;
/** The next page is loaded when its place is this close, in pixels. */
const NEAR = 900;

/**
 * The items day by day, in rows. Only visible items are rendered, and the one that has, or last had, the focus. Tab leads
 * to that one, the arrow keys to the others.
 */
export function GalleryGrid({
  items,
  selecting,
  selected,
  on,
  focusOn,
  onNearEnd,
}: GalleryGridProps) {
  const ids = useId();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [view, setView] = useState({ from: 0, to: 2_000 });
  const [current, setCurrent] = useState<string>();
  const wanted = useRef<string | null>(null);
  const groups = useMemo(() => (width > 0 ? layOut(items, measuresOf(width)) : []), [items, width]);
  const nearEnd = useRef(onNearEnd);
  useEffect(() => {
    nearEnd.current = onNearEnd;
  });

  useBrowserLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      // It has no width while it is hidden.
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const anchor = useRef<{ id: string; top: number } | null>(null);
  useBrowserLayoutEffect(() => {
    const element = box.current;
    if (!element || groups.length === 0) return;
    const end = groups.reduce((sum, { height }) => sum + height, 0);
    function look() {
      if (!element || element.clientWidth === 0) return;
      const { top } = element.getBoundingClientRect();
      const from = Math.floor((-top - OVERSCAN) / STEP) * STEP;
      const to = Math.ceil((window.innerHeight - top + OVERSCAN) / STEP) * STEP;
      setView((old) => (old.from === from && old.to === to ? old : { from, to }));
      // Only changes above the visible part can move it.
      anchor.current = top < 0 ? firstBelow(groups, -top) : null;
      if (end - (window.innerHeight - top) < NEAR) nearEnd.current();
    }
    if (anchor.current !== null) {
      const now = topOf(groups, anchor.current.id);
      if (now !== null && now !== anchor.current.top) {
        window.scrollBy({ top: now - anchor.current.top, behavior: 'instant' });
      }
    }
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [groups]);

  const [requested, setRequested] = useState(focusOn);
  if (requested !== focusOn) {
    setRequested(focusOn);
    if (focusOn) setCurrent(focusOn.id);
  }
  useEffect(() => {
    if (focusOn) wanted.current = focusOn.id;
  }, [focusOn]);
  // It is rendered now, if it wasn't before.
  useEffect(() => {
    if (wanted.current === null) return;
    const element = document.getElementById(tileId(wanted.current));
    wanted.current = null;
    element?.focus();
  });

  const actions = useMemo<TileActions>(() => ({ ...on, focus: ({ id }) => setCurrent(id) }), [on]);
  const isThere = current !== undefined && items.some(({ id }) => id === current);
  const stop = isThere ? current : items[0]?.id;
  const today = personDay(useNow());

  return (
    // The keys come from the buttons within.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      onKeyDown={(event) => {
        if (stop === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        const next = neighbor(groups, stop, event.key);
        if (next === undefined) return;
        event.preventDefault();
        wanted.current = next;
        setCurrent(next);
      }}
      className="[overflow-anchor:none]"
    >
      {groups.map((group) => {
        const heading = `${ids}${group.day}`;
        const rows = group.rows.filter(({ top, height, tiles }) => {
          const start = group.top + top;
          const seen = start + height >= view.from && start <= view.to;
          return seen || tiles.some(({ item }) => item.id === stop);
        });
        const all = group.rows.flatMap(({ tiles }) => tiles.map(({ item }) => item.id));
        return (
          <section
            key={group.day}
            aria-labelledby={heading}
            style={{ height: group.height }}
            className="relative"
          >
            <h3
              id={heading}
              style={{ height: HEADING }}
              className="flex items-center text-sm font-medium text-muted"
            >
              {formatDayHeading(group.date, today)}
            </h3>
            {rows.length > 0 && (
              <ul>
                {rows.flatMap(({ top, height, tiles }) =>
                  tiles.map((tile) => (
                    <GalleryTile
                      key={tile.item.id}
                      item={tile.item}
                      left={tile.left}
                      top={top}
                      width={tile.width}
                      height={height}
                      size={all.length}
                      position={all.indexOf(tile.item.id) + 1}
                      isStop={tile.item.id === stop}
                      selecting={selecting}
                      selected={selected.has(tile.item.id)}
                      on={actions}
                    />
                  )),
                )}
              </ul>
            )}
          </section>
        );
      })}
    </div>
  );
}

function measuresOf(width: number) {
  return { width, rowHeight: width < 520 ? 150 : 210, gap: width < 520 ? 6 : 8, heading: HEADING };
}

/** The first item of the first row that ends below `place`. */
function firstBelow(groups: readonly DayGroup[], place: number) {
  for (const group of groups) {
    if (group.top + group.height < place) continue;
    for (const row of group.rows) {
      const top = group.top + row.top;
      const [first] = row.tiles;
      if (top + row.height >= place && first) return { id: first.item.id, top };
    }
  }
  return null;
}

function topOf(groups: readonly DayGroup[], id: string): number | null {
  for (const group of groups) {
    const row = group.rows.find(({ tiles }) => tiles.some(({ item }) => item.id === id));
    if (row) return group.top + row.top;
  }
  return null;
}
