import { listCursor } from '~/lib/list-cursor';

/** A page out of what was asked for with one more than it takes. */
export function pageOf<Item extends { id: string; createdAt: number }>(
  found: Item[],
  size: number,
): { items: Item[]; cursor: string | null } {
  const items = found.slice(0, size);
  const last = items.at(-1);
  const more = found.length > size && last;
  return { items, cursor: more ? listCursor({ date: last.createdAt, id: last.id }) : null };
}
