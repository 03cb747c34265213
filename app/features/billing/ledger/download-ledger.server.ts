import { sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';

import { csvLine } from './csv';
import { changeOf, entryText, type LedgerFilter } from './entry';
import { listEntries } from './entry-data.server';
import { entryQuery, entryView } from './read-ledger.server';

/** So many rows are in memory at once, however long the file is. */
const BATCH = 1000;

const HEAD = [
  'Time (UTC)',
  'What',
  'Tokens used',
  'Change',
  'Change of trial tokens',
  'Change of monthly tokens',
  'Change of bought tokens',
];

/** All that was used and received, as a file; written as it is read. */
export function downloadLedger(userId: string, filter: LedgerFilter, zone: string): Response {
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
        if (last) after = { at: last.created_at, id: last.id };
        if (rows.length < BATCH) controller.close();
      } catch (err) {
        // The browser sees a file that breaks off, not one that seems whole.
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
