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
