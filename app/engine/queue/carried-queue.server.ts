import type { PgBoss } from 'pg-boss';

import type { Sql } from '~/lib/db/index.server';

import type { QueuedJob } from './queued-job.server';

/** Work that waits, as it goes from one queue to another. */
export interface WaitingWork {
  name: string;
  data: unknown;
  startAfter: string;
}

/** What waits or is being done. What comes round by the clock comes round by itself. */
export async function readWaiting(on: Sql): Promise<WaitingWork[]> {
  const [queue] = await on.query<{ there: boolean }>(
    `SELECT to_regclass('pgboss.job') IS NOT NULL AS there`,
  );
  if (!queue?.there) return [];
  const rows = await on.query<Omit<WaitingWork, 'startAfter'> & { startAfter: Date }>(
    `SELECT name, data, start_after FROM pgboss.job
      WHERE state < 'completed' AND name NOT LIKE '\\_\\_pgboss%'
        AND name NOT IN (SELECT name FROM pgboss.schedule)
      ORDER BY created_on, id`,
  );
  return rows.map(({ startAfter, ...row }) => ({ ...row, startAfter: startAfter.toISOString() }));
}

/** Replaces what waits, in the caller's transaction; the queues are there. Returns how much of it no one would take. */
export async function fillWith(
  boss: Pick<PgBoss, 'send'>,
  tx: Sql,
  work: readonly WaitingWork[],
  known: ReadonlyMap<string, QueuedJob<object>>,
  inTransaction: (tx: Sql) => {
    executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  },
): Promise<number> {
  await tx.query('DELETE FROM pgboss.job');
  let dropped = 0;
  for (const { name, data, startAfter } of work) {
    const job = known.get(name);
    if (!job || !isReadable(job, data)) dropped += 1;
    else {
      await boss.send(name, data as object, {
        startAfter: new Date(startAfter),
        db: inTransaction(tx),
      });
    }
  }
  return dropped;
}

function isReadable(job: QueuedJob<object>, data: unknown): boolean {
  try {
    job.parse(data);
    return true;
  } catch {
    return false;
  }
}
