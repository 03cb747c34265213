import { z } from 'zod';

import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { addDays, isDay, startOfDay } from '~/lib/local-days';

import { knownUse } from '../usage/uses';
import { LEDGER_KINDS, type EntryView, type LedgerFilter, type LedgerPage } from './entry';
import { listEntries, type EntryQuery, type EntryRow } from './entry-data.server';

const PAGE = 50;

const day = z.string().refine(isDay);
const query = z.object({
  kind: z.enum(LEDGER_KINDS).nullable(),
  from: day.nullable(),
  to: day.nullable(),
});

/**
 * The filter that an address asks for.
 * @throws AppError `invalid`
 */
export function readLedgerFilter(search: URLSearchParams): LedgerFilter {
  // A field that was emptied says nothing.
  const given = (name: string) => search.get(name) || null;
  const read = query.safeParse({ kind: given('kind'), from: given('from'), to: given('to') });
  if (!read.success) throw new AppError('invalid', 'Please choose another filter.');
  return read.data;
}

const cursor = z.tuple([z.iso.datetime(), z.uuid()]);

function parseCursor(text: string | null): EntryQuery['after'] {
  if (text === null) return null;
  const read = cursor.safeParse(text.split('_'));
  if (!read.success) throw new AppError('invalid', 'This part of the list cannot be found.');
  return { at: new Date(read.data[0]), id: read.data[1] };
}

/** What the filter means in the zone where the person lives. */
export function entryQuery(
  userId: string,
  { kind, from, to }: LedgerFilter,
  zone: string,
): Omit<EntryQuery, 'after' | 'limit'> {
  return {
    userId,
    kind,
    from: from === null ? null : startOfDay(from, zone),
    before: to === null ? null : startOfDay(addDays(to, 1), zone),
  };
}

export function entryView(row: EntryRow): EntryView {
  const { id, tokens, trial, allowance, balance } = row;
  const use = row.kind === 'settle' ? knownUse(row.use) : null;
  return {
    ...{ id, use, tokens },
    at: row.created_at.toISOString(),
    kind: use === null ? row.kind : 'use',
    change: { trial, allowance, balance },
  };
}

/**
 * A page of what was used and received, newest first. `before` is the cursor of the page before it.
 * @throws AppError `invalid`
 */
export async function readLedger(
  userId: string,
  filter: LedgerFilter,
  { zone, before }: { zone: string; before: string | null },
): Promise<LedgerPage> {
  const after = parseCursor(before);
  const asked = { ...entryQuery(userId, filter, zone), after, limit: PAGE + 1 };
  const rows = await listEntries(sql, asked);
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return {
    entries: shown.map(entryView),
    cursor: rows.length > PAGE && last ? `${last.created_at.toISOString()}_${last.id}` : null,
  };
}
