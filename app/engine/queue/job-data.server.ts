import { prisma, type Sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { FailedJob, Prisma } from '~/lib/prisma/client';
import { DAY_MS } from '~/lib/time';

// Owns `failed_jobs`, the jobs that were given up, and what the app itself reads and removes of pg-boss's jobs.

export interface GivenUpJob {
  /** Its id in the queue. */
  queueId: string;
  name: string;
  /** Null for scheduled jobs. */
  data: object | null;
  cause: string;
}

/** Records a failure; a later one of the same job replaces it. */
export async function recordFailedJob(job: GivenUpJob, failedAt: Date): Promise<void> {
  const { queueId, name, data, cause } = job;
  await prisma.failedJob.upsert({
    where: { queueId },
    create: {
      id: newId(),
      queueId,
      name,
      cause,
      failedAt,
      ...(data !== null && { data: data as Prisma.InputJsonObject }),
    },
    update: { cause, failedAt },
  });
}

export type FailedJobRow = Pick<FailedJob, 'id' | 'name' | 'cause' | 'failedAt'>;

/** The jobs that were given up, newest first. Ids sort by time. */
export function listFailedJobs({
  before,
  limit,
}: {
  before: string | null;
  limit: number;
}): Promise<FailedJobRow[]> {
  return prisma.failedJob.findMany({
    ...(before !== null && { where: { id: { lt: before } } }),
    select: { id: true, name: true, cause: true, failedAt: true },
    orderBy: { id: 'desc' },
    take: limit,
  });
}

/**
 * Returns the removed job; null if someone else was first.
 * SQL: one statement deletes and returns it, in a transaction of either form.
 */
export async function removeFailedJob(
  tx: Sql,
  id: string,
): Promise<{ name: string; data: object | null } | null> {
  const [row] = await tx.query<{ name: string; data: object | null }>(
    'DELETE FROM failed_jobs WHERE id = $1::uuid RETURNING name, data',
    [id],
  );
  return row ?? null;
}

/** For a scheduled job that has succeeded after all. */
export async function removeFailedJobsOf(name: string): Promise<void> {
  await prisma.failedJob.deleteMany({ where: { name } });
}

/** The data of a job that was given up may hold an address, so it isn't kept for long. */
const KEEP_MS = 14 * DAY_MS;

/** Removes jobs that were given up two weeks ago. */
export async function purgeFailedJobs(now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEEP_MS);
  await prisma.failedJob.deleteMany({ where: { failedAt: { lt: before } } });
}

/** False before the first process has started the queue. SQL: Prisma doesn't know pg-boss's tables. */
async function hasQueue(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ exists: boolean }>(
    `SELECT to_regclass('pgboss.job') IS NOT NULL AS exists`,
  );
  return row!.exists;
}

/** A queued job on its way from one queue to another. */
export interface WaitingWork {
  name: string;
  data: unknown;
  startAfter: string;
}

/**
 * The queued jobs that wait or run. Scheduled ones are left out, because their schedule queues them again.
 * SQL: Prisma doesn't know pg-boss's tables.
 */
export async function readWaiting(sql: Sql): Promise<WaitingWork[]> {
  if (!(await hasQueue(sql))) return [];
  const rows = await sql.query<Omit<WaitingWork, 'startAfter'> & { startAfter: Date }>(
    `SELECT name, data, start_after FROM pgboss.job
      WHERE state < 'completed' AND name NOT LIKE '\\_\\_pgboss%'
        AND name NOT IN (SELECT name FROM pgboss.schedule)
      ORDER BY created_on, id`,
  );
  return rows.map(({ startAfter, ...row }) => ({ ...row, startAfter: startAfter.toISOString() }));
}

/**
 * The jobs that are due and that no process has started, and since when the oldest of them is. Nothing before the first process
 * has started the queue. SQL: Prisma doesn't know pg-boss's tables.
 */
export async function readBacklog(sql: Sql): Promise<{ waiting: number; oldestSeconds: number }> {
  if (!(await hasQueue(sql))) return { waiting: 0, oldestSeconds: 0 };
  const [row] = await sql.query<{ waiting: number; oldestSeconds: number }>(
    `SELECT count(*)::int AS waiting,
            coalesce(extract(epoch FROM now() - min(start_after)), 0)::float8 AS oldest_seconds
       FROM pgboss.job
      WHERE state < 'active' AND start_after <= now() AND name NOT LIKE '\\_\\_pgboss%'`,
  );
  return row!;
}

/** Empties the queue. SQL: Prisma doesn't know pg-boss's tables. */
export async function removeAllJobs(tx: Sql): Promise<void> {
  await tx.query('DELETE FROM pgboss.job');
}

/**
 * True for JSON that contains one of the words as a whole string, at any depth. $1 has the words in lower case; $2 has patterns
 * of them as JSON escapes them, which limit the close look to few rows.
 */
const CONTAINS = (column: string) =>
  `${column}::text ILIKE ANY ($2::text[]) AND EXISTS (
     SELECT FROM jsonb_path_query(${column}, '$.**') AS value
      WHERE jsonb_typeof(value) = 'string' AND lower(value #>> '{}') = ANY ($1::text[]))`;

/**
 * Removes jobs whose data or output contains one of these words: the address or id of a deleted account. `finished` leaves
 * jobs that are yet to run. Returns how many such jobs remain. SQL: searches inside JSON, also in pg-boss's tables.
 */
export async function removeAddressFromJobs(
  sql: Sql,
  words: readonly string[],
  which: 'all' | 'finished',
): Promise<number> {
  const inJson = words.map((word) => JSON.stringify(word).slice(1, -1));
  const values = [words, inJson.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)];
  await sql.query(`DELETE FROM failed_jobs WHERE ${CONTAINS('data')}`, values);
  if (!(await hasQueue(sql))) return 0;
  const contains = `((${CONTAINS('data')}) OR (${CONTAINS('output')}))`;
  // One that is running is removed after it is done.
  const states = which === 'all' ? `state <> 'active'` : `state >= 'completed'`;
  await sql.query(`DELETE FROM pgboss.job WHERE ${states} AND ${contains}`, values);
  const [left] = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pgboss.job WHERE ${contains}`,
    values,
  );
  return left?.count ?? 0;
}
