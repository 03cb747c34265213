import { z } from 'zod';

import { AppError } from './errors';

/** The maximum of a Date. PostgreSQL's minimum is higher than a Date's, but no row is from before our era. */
const LATEST_MS = 8.64e15;
const place = z.tuple([z.coerce.number().int().min(0).max(LATEST_MS), z.uuid()]);

/** The last entry of a page in a list by time: the next page begins after it. */
export interface ListPlace {
  /** In milliseconds. */
  date: number;
  id: string;
}

export function listCursor({ date, id }: ListPlace): string {
  return `${date}.${id}`;
}

/** @throws AppError `invalid` for a cursor that no page returned */
export function parseListCursor(cursor: string): ListPlace {
  const parsed = place.safeParse(cursor.split('.'));
  if (!parsed.success) throw new AppError('invalid', 'This page of the list does not exist.');
  return { date: parsed.data[0], id: parsed.data[1] };
}
