import { vi } from 'vitest';

import type { Sql } from '~/lib/db/index.server';

/** In ms: other tests have the machine's cores as well. */
export const PATIENT = 10_000;

/** An answer has come to its end, as it should. */
export function untilAnswered(sql: Sql, answerId: string): Promise<void> {
  return vi.waitFor(async () => {
    const [row] = await sql.query<{ state: string }>(
      `SELECT state FROM generations WHERE id = $1::uuid`,
      [answerId],
    );
    if (row?.state !== 'done') throw new Error(`the answer is ${row?.state ?? 'not there'}`);
  }, PATIENT);
}
