import { z } from 'zod';

import { AppError } from '~/lib/errors';

/** What a Date can hold. */
const LATEST_MS = 8.64e15;
const position = z.tuple([z.coerce.number().int().min(-LATEST_MS).max(LATEST_MS), z.uuid()]);

/** Where a list goes on. @throws AppError `invalid` for a cursor that no page gave. */
export function parseCursor(cursor: string): { date: number; id: string } {
  const parsed = position.safeParse(cursor.split('.'));
  if (!parsed.success) throw new AppError('invalid', 'This page of the list does not exist.');
  return { date: parsed.data[0], id: parsed.data[1] };
}

/** A page out of what was asked for with one more than it takes. */
export function pageOf<Item extends { id: string; createdAt: number }>(
  found: Item[],
  size: number,
): { items: Item[]; cursor: string | null } {
  const items = found.slice(0, size);
  const last = items.at(-1);
  return { items, cursor: found.length > size && last ? `${last.createdAt}.${last.id}` : null };
}
