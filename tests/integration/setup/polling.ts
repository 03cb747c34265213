import { PgBoss } from 'pg-boss';
import { onTestFinished, vi } from 'vitest';

import { sql } from '~/lib/db/index.server';

/** Queues are polled this often until the test ends. Call it before jobs are started. */
export function pollEvery(seconds: number): void {
  const original = PgBoss.prototype.work as (...args: unknown[]) => Promise<string>;
  const spy = vi.spyOn(PgBoss.prototype, 'work').mockImplementation(function (
    this: PgBoss,
    ...[name, options, handler]: unknown[]
  ) {
    const intervals = { pollingIntervalSeconds: seconds, notifyPollingIntervalSeconds: seconds };
    return original.call(this, name, { ...(options as object), ...intervals }, handler);
  } as typeof PgBoss.prototype.work);
  onTestFinished(() => spy.mockRestore());
}

/** Ends the wait of failed jobs for their retry; it takes the next poll. Returns how many seconds they had to wait. */
export async function makeRetriesDue(name: string): Promise<number[]> {
  const rows = await sql.query<{ seconds: number }>(
    `WITH waiting AS (SELECT id, start_after FROM pgboss.job WHERE name = $1 AND state = 'retry' AND start_after > now())
     UPDATE pgboss.job j SET start_after = now() FROM waiting w WHERE j.name = $1 AND j.id = w.id
     RETURNING extract(epoch FROM w.start_after - now())::float8 AS seconds`,
    [name],
  );
  return rows.map(({ seconds }) => seconds);
}
