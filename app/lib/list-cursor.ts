import { z } from 'zod';

import { AppError } from './errors';

/** What a Date can hold. Postgres holds less before our era, and nothing was made then. */
const LATEST_MS = 8.64e15;
const place = z.tuple([z.coerce.number().int().min(0).max(LATEST_MS), z.uuid()]);

/** The last entry of a page of a list by time: the next page begins after it. */
export interface ListPlace {
  /** In milliseconds. */
  date: number;
  id: string;
}

export function listCursor({ date, id }: ListPlace): string {
  return `${date}.${id}`;
}

/** @throws AppError `invalid` for a cursor that no page gave */
export function parseListCursor(cursor: string): ListPlace {
  const parsed = place.safeParse(cursor.split('.'));
  if (!parsed.success) throw new AppError('invalid', 'This page of the list does not exist.');
  return { date: parsed.data[0], id: parsed.data[1] };
}
