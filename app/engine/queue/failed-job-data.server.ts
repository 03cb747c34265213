// Owns `failed_jobs`: work that was given up.
import type { Sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';

export interface GivenUp {
  /** In the queue. */
  queueId: string;
  name: string;
  /** Null for work that comes round by the clock. */
  data: object | null;
  cause: string;
}

/** Once for each job of the queue; a later failure takes the place of the one before. */
export async function recordFailedJob(on: Sql, failed: GivenUp, now: Date): Promise<void> {
  await on.query(
    `INSERT INTO failed_jobs (id, queue_id, name, data, cause, failed_at)
     VALUES ($1::uuid, $2::uuid, $3, $4::jsonb, $5, $6::timestamptz)
     ON CONFLICT (queue_id) DO UPDATE SET cause = $5, failed_at = $6::timestamptz`,
    [
      newId(),
      failed.queueId,
      failed.name,
      failed.data === null ? null : JSON.stringify(failed.data),
      failed.cause,
      now,
    ],
  );
}

export interface FailedJobRow {
  id: string;
  name: string;
  cause: string;
  failedAt: Date;
}

/** The newest first, without what they were given; ids sort by time. */
export function selectFailedJobs(
  on: Sql,
  { before, limit }: { before: string | null; limit: number },
): Promise<FailedJobRow[]> {
  return on.query<FailedJobRow>(
    `SELECT id, name, cause, failed_at FROM failed_jobs
      WHERE $2::uuid IS NULL OR id < $2::uuid ORDER BY id DESC LIMIT $1::int`,
    [limit, before],
  );
}

/** Takes it out; null when someone else was first. */
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

/** Work that comes round has been done after all. */
export async function removeFailedJobsOf(on: Sql, name: string): Promise<void> {
  await on.query('DELETE FROM failed_jobs WHERE name = $1', [name]);
}

export async function deleteFailuresBefore(on: Sql, moment: Date): Promise<void> {
  await on.query('DELETE FROM failed_jobs WHERE failed_at < $1::timestamptz', [moment]);
}
