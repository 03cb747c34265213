import { vi } from 'vitest';

import type { Sql } from '~/lib/db/index.server';

/** In ms, for a machine whose cores other tests use too. */
export const PATIENT = 10_000;

/** Waits until an answer is done. */
export function untilAnswered(sql: Sql, answerId: string): Promise<void> {
  return vi.waitFor(async () => {
    const [row] = await sql.query<{ state: string }>(
      `SELECT state FROM generations WHERE id = $1::uuid`,
      [answerId],
    );
    if (row?.state !== 'done') throw new Error(`the answer is ${row?.state ?? 'not there'}`);
  }, PATIENT);
}
