import type { Box } from '../forms/text-selection';

/** Between a bar and what it belongs to, and between a bar and the edges. */
export const GAP = 8;

/**
 * Where a bar goes that belongs to a selection: above it, else below it, where there is room. Beside a selection that is
 * taller than the window it stays at the lower edge; it goes out of sight together with its selection.
 */
export function placeBar(
  bar: { width: number; height: number },
  box: Box,
  view: Box,
): { top: number; left: number } {
  const left = Math.max(Math.min(box.left, view.right - bar.width), view.left);
  const above = box.top - GAP - bar.height;
  const below = box.bottom + GAP;
  const isAway = box.bottom < view.top || box.top > view.bottom;
  if (isAway || above >= view.top) return { top: above, left };
  if (below + bar.height <= view.bottom) return { top: below, left };
  return { top: view.bottom - bar.height, left };
}

/** Where a bar goes that lies at an edge of the window: at the lower one, unless it would cover the selection there only. */
export function dockBar(height: number, box: Box, view: Box): number {
  const lower = view.bottom - height;
  const covers = box.bottom > lower && box.top < view.bottom;
  const hasRoomAbove = box.top >= view.top + height;
  return covers && hasRoomAbove ? view.top : lower;
}
