import { personDay } from '~/lib/format/dates';
import type { CalendarDay } from '~/lib/local-days';

import type { ItemView } from '../media';

/** An item in its row, in pixels from the row's left edge. */
export interface Tile {
  item: ItemView;
  left: number;
  width: number;
}

export interface Row {
  /** From the top of its day. */
  top: number;
  height: number;
  tiles: Tile[];
}

/** The items of one day. */
export interface DayGroup {
  /** Identifies the day, in the person's time zone. */
  day: string;
  date: CalendarDay;
  /** From the top of the gallery. */
  top: number;
  height: number;
  rows: Row[];
}

export interface Measures {
  width: number;
  /** The target height of a row. */
  rowHeight: number;
  gap: number;
  /** The height of a day's heading. */
  heading: number;
}

/** Width to height is limited, so that no item becomes a sliver. */
const MAX_RATIO = 2.4;
const MIN_RATIO = 0.5;

/** Lays items out in rows that fill the width, except for the last, in the items' own proportions. */
export function rowsOf(
  items: readonly ItemView[],
  { width, rowHeight, gap }: Pick<Measures, 'width' | 'rowHeight' | 'gap'>,
): Row[] {
  const rows: Row[] = [];
  let top = 0;
  let row: { item: ItemView; ratio: number }[] = [];
  const filled = (ratios: number, count: number) => (width - gap * (count - 1)) / ratios;
  function end(full: boolean) {
    const ratios = row.reduce((sum, { ratio }) => sum + ratio, 0);
    const filling = filled(ratios, row.length);
    const height = full ? filling : Math.min(filling, rowHeight);
    let left = 0;
    const tiles = row.map(({ item, ratio }) => {
      const tile = { item, left, width: ratio * height };
      left += tile.width + gap;
      return tile;
    });
    rows.push({ top, height, tiles });
    top += height + gap;
    row = [];
  }
  for (const item of items) {
    const ratio = ratioOf(item);
    const before = row.reduce((sum, one) => sum + one.ratio, 0);
    const without = row.length > 0 ? filled(before, row.length) / rowHeight : Infinity;
    const having = filled(before + ratio, row.length + 1) / rowHeight;
    // The row ends with or before this item, whichever brings it closer to the target height.
    if (having < 1 && without < 1 / having) end(true);
    row.push({ item, ratio });
    const ratios = row.reduce((sum, one) => sum + one.ratio, 0);
    if (filled(ratios, row.length) <= rowHeight) end(true);
  }
  if (row.length > 0) end(false);
  return rows;
}

function ratioOf({ width, height }: ItemView): number {
  if (width <= 0 || height <= 0) return 1;
  return Math.min(MAX_RATIO, Math.max(MIN_RATIO, width / height));
}

/** Lays out the gallery day by day, in the order of the items. */
export function layOut(items: readonly ItemView[], measures: Measures): DayGroup[] {
  const groups: DayGroup[] = [];
  let top = 0;
  for (const { day, date, items: ofDay } of days(items)) {
    const rows = rowsOf(ofDay, measures).map((row) => ({
      ...row,
      top: row.top + measures.heading,
    }));
    const last = rows.at(-1);
    const height = last ? last.top + last.height + measures.gap : measures.heading;
    groups.push({ day, date, top, height, rows });
    top += height;
  }
  return groups;
}

type Day = Pick<DayGroup, 'day' | 'date'> & { items: ItemView[] };

function days(items: readonly ItemView[]): Day[] {
  const found: Day[] = [];
  for (const item of items) {
    const date = personDay(item.createdAt);
    const day = `${date.year}-${date.month}-${date.day}`;
    const last = found.at(-1);
    if (last?.day === day) last.items.push(item);
    else found.push({ day, date, items: [item] });
  }
  return found;
}

/** The item that an arrow key leads to; undefined if there is none. */
export function neighbor(groups: readonly DayGroup[], id: string, key: string): string | undefined {
  const rows = groups.flatMap((group) => group.rows);
  const all = rows.flatMap(({ tiles }) => tiles);
  const index = all.findIndex(({ item }) => item.id === id);
  if (index < 0) return undefined;
  if (key === 'ArrowRight') return all[index + 1]?.item.id;
  if (key === 'ArrowLeft') return all[index - 1]?.item.id;
  if (key === 'Home') return all[0]?.item.id;
  if (key === 'End') return all.at(-1)?.item.id;
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const at = rows.findIndex(({ tiles }) => tiles.some(({ item }) => item.id === id));
  const tile = all[index] as Tile;
  const middle = tile.left + tile.width / 2;
  const next = rows[key === 'ArrowDown' ? at + 1 : at - 1];
  return next?.tiles.reduce((best, one) => (away(one, middle) < away(best, middle) ? one : best))
    .item.id;
}

function away({ left, width }: Tile, place: number): number {
  return Math.abs(left + width / 2 - place);
}
