import { z } from 'zod';

import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { addDays, isDay, startOfDay } from '~/lib/local-days';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { parseUse } from '../usage/uses';
import {
  changeOf,
  changeText,
  csvLine,
  entryText,
  type EntryView,
  LEDGER_KINDS,
  type LedgerFilter,
  type LedgerPage,
  NO_FILTER,
} from './entry';
import { type EntryQuery, type EntryRow, listEntries } from './entry-data.server';

const PAGE = 50;

const day = z.string().refine(isDay);
const query = z.object({
  kind: z.enum(LEDGER_KINDS).nullable(),
  from: day.nullable(),
  to: day.nullable(),
});

/** @throws AppError `invalid` */
export function readLedgerFilter(search: URLSearchParams): LedgerFilter {
  // An empty field counts as missing.
  const field = (name: string) => search.get(name) || null;
  const read = query.safeParse({ kind: field('kind'), from: field('from'), to: field('to') });
  if (!read.success) throw new AppError('invalid', 'That filter doesn’t work. Choose another one.');
  return read.data;
}

const cursor = z.tuple([z.iso.datetime(), z.uuid()]);

function parseCursor(text: string | null): EntryQuery['after'] {
  if (text === null) return null;
  const read = cursor.safeParse(text.split('_'));
  if (!read.success)
    throw new AppError('invalid', 'The rest of this list couldn’t be found. Reload the page.');
  return { at: new Date(read.data[0]), id: read.data[1] };
}

function entryQuery(
  userId: UserScope,
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

function entryView(row: EntryRow): EntryView {
  const { id, tokens, trial, allowance, balance } = row;
  const use = row.kind === 'settle' ? parseUse(row.use) : null;
  return {
    ...{ id, use, tokens },
    at: row.createdAt.toISOString(),
    kind: use === null ? row.kind : 'use',
    change: { trial, allowance, balance },
  };
}

/**
 * A page of the ledger, newest first. `before` is the cursor of the previous page, `zone` that of the filter's days.
 * @throws AppError `invalid` for a broken cursor
 */
export async function readLedger(
  userId: UserScope,
  filter: LedgerFilter,
  { zone, before }: { zone: string; before: string | null },
): Promise<LedgerPage> {
  const after = parseCursor(before);
  const query = { ...entryQuery(userId, filter, zone), after, limit: PAGE + 1 };
  const rows = await listEntries(sql, query);
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return {
    entries: shown.map(entryView),
    cursor: rows.length > PAGE && last ? `${last.createdAt.toISOString()}_${last.id}` : null,
  };
}

/** An entry in words. */
interface EntryTexts {
  id: string;
  /** ISO 8601. */
  at: string;
  text: string;
  change: string;
}

/** A page of the whole ledger in words. @throws AppError `invalid` for a broken cursor */
export async function readLedgerTexts(
  userId: UserScope,
  page: { zone: string; before: string | null },
): Promise<{ entries: EntryTexts[]; cursor: string | null }> {
  const { entries, cursor } = await readLedger(userId, NO_FILTER, page);
  return {
    entries: entries.map((entry) => ({
      id: entry.id,
      at: entry.at,
      text: entryText(entry),
      change: changeText(changeOf(entry.change)),
    })),
    cursor,
  };
}

/** How many rows are in memory at once, however long the file is. */
const BATCH = 1000;

const HEAD = [
  'Time (UTC)',
  'Activity',
  'Tokens used',
  'Change',
  'Trial tokens',
  'Monthly tokens',
  'Purchased tokens',
];

/** The whole ledger as a CSV file, streamed. */
export function downloadLedger(userId: UserScope, filter: LedgerFilter, zone: string): Response {
  const query = entryQuery(userId, filter, zone);
  const encoder = new TextEncoder();
  let after: { at: Date; id: string } | null = null;
  let hasLeft = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(csvLine(HEAD)));
    },
    async pull(controller) {
      try {
        const rows = await listEntries(sql, { ...query, after, limit: BATCH });
        const lines = rows.map((row) => {
          const entry = entryView(row);
          const { trial, allowance, balance } = entry.change;
          return csvLine([
            entry.at,
            entryText(entry),
            entry.tokens,
            ...[changeOf(entry.change), trial, allowance, balance],
          ]);
        });
        if (lines.length > 0) controller.enqueue(encoder.encode(lines.join('')));
        const last = rows.at(-1);
        if (last) after = { at: last.createdAt, id: last.id };
        if (rows.length < BATCH) controller.close();
      } catch (err) {
        // An aborted download, so that no one takes the file for complete.
        if (!hasLeft) log.error({ err }, 'writing the ledger as a file failed');
        controller.error(err);
      }
    },
    cancel() {
      hasLeft = true;
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="tokens.csv"',
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
