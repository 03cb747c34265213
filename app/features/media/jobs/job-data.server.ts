import { LeaseLost, type ProcessClaim } from '~/engine/leases/index.server';
import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import type { JobKind, JobState } from '../media';

// Owns `media_jobs`. The owner is part of every condition, except for workers.

export interface JobRow<Request = unknown> {
  id: string;
  userId: UserScope;
  kind: JobKind;
  state: JobState;
  request: Request;
  tokens: number;
  usedTokens: number | null;
  progress: number | null;
  reason: string | null;
  attempt: number;
  processId: string | null;
  cancelRequested: boolean;
  createdAt: Date;
  finishedAt: Date | null;
  /** An email is to tell of its end where no tab did. */
  mailWanted: boolean;
}

const COLUMNS = `id, user_id, kind, state, request, tokens, used_tokens, progress, reason,
  attempt, worker_id AS process_id, cancel_requested_at IS NOT NULL AS cancel_requested,
  created_at, finished_at, mail_wanted`;

export interface NewJob {
  id: string;
  userId: UserScope;
  kind: JobKind;
  clientKey: string;
  request: object;
  referenceId: string | null;
  tokens: number;
}

/** The new job, or null when there is one of this key already. Who waits for more than images is told by mail. */
export async function insertJob(tx: Sql, job: NewJob): Promise<JobRow | null> {
  const [row] = await tx.query<JobRow>(
    `INSERT INTO media_jobs (id, user_id, kind, client_key, request, reference_id, tokens, mail_wanted)
     VALUES ($1::uuid, $2::uuid, $3, $4::uuid, $5::jsonb, $6::uuid, $7::int, $3 <> 'image')
     ON CONFLICT (user_id, client_key) DO NOTHING RETURNING ${COLUMNS}`,
    [
      job.id,
      job.userId,
      job.kind,
      job.clientKey,
      JSON.stringify(job.request),
      job.referenceId,
      job.tokens,
    ],
  );
  return row ?? null;
}

export async function findJob(
  sql: Sql,
  userId: UserScope,
  id: string,
  lock: '' | 'FOR UPDATE' = '',
): Promise<JobRow | null> {
  const [row] = await sql.query<JobRow>(
    `SELECT ${COLUMNS} FROM media_jobs WHERE id = $1::uuid AND user_id = $2::uuid ${lock}`,
    [id, userId],
  );
  return row ?? null;
}

export async function findJobByKey(
  sql: Sql,
  userId: UserScope,
  clientKey: string,
): Promise<JobRow | null> {
  const [row] = await sql.query<JobRow>(
    `SELECT ${COLUMNS} FROM media_jobs WHERE user_id = $1::uuid AND client_key = $2::uuid`,
    [userId, clientKey],
  );
  return row ?? null;
}

/** Those that wait, run, or ended within the last hour; oldest first. */
export function listOpenJobs(sql: Sql, userId: UserScope): Promise<JobRow[]> {
  return sql.query<JobRow>(
    `(SELECT ${COLUMNS} FROM media_jobs WHERE user_id = $1::uuid AND state = 'queued')
     UNION ALL
     (SELECT ${COLUMNS} FROM media_jobs WHERE user_id = $1::uuid AND state = 'running')
     UNION ALL
     (SELECT ${COLUMNS} FROM media_jobs
       WHERE user_id = $1::uuid AND finished_at > now() - interval '1 hour'
       ORDER BY finished_at DESC LIMIT 50)
     ORDER BY id`,
    [userId],
  );
}

export async function countQueued(sql: Sql, userId: UserScope): Promise<number> {
  const [row] = await sql.query<{ jobs: number }>(
    `SELECT count(*) AS jobs FROM media_jobs WHERE user_id = $1::uuid AND state = 'queued'`,
    [userId],
  );
  return row?.jobs ?? 0;
}

/** So many of one user run at a time. */
const RUNNING_PER_USER = 2;

/** For a worker: whether anyone's job waits. */
export async function anyQueued(sql: Sql): Promise<boolean> {
  const rows = await sql.query(`SELECT 1 FROM media_jobs WHERE state = 'queued' LIMIT 1`);
  return rows.length > 0;
}

/**
 * For a worker: takes up the next job, if fewer than `most` run. It is of the user with the fewest running, then of
 * whoever has waited longest for a turn: fifty jobs of one delay another's by one at the most. Trainings only wait for
 * hours, and count for their user alone: four of them must not hold up everybody's pictures.
 */
export async function claimNext(
  tx: Sql,
  { processId, most, kinds }: { processId: string; most: number; kinds: readonly string[] },
): Promise<JobRow | null> {
  // One claim at a time, over all processes: the counts below must hold.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('media-turns', 0))`);
  const [row] = await tx.query<JobRow>(
    `WITH running AS (
       SELECT user_id, count(*) AS jobs, count(*) FILTER (WHERE kind <> 'lora') AS slots
         FROM media_jobs WHERE state = 'running' GROUP BY user_id
     ), first AS (
       SELECT DISTINCT ON (user_id) user_id, id, kind FROM media_jobs
        WHERE state = 'queued' AND kind = ANY($4::text[]) ORDER BY user_id, id
     ), next AS (
       SELECT first.id FROM first LEFT JOIN running USING (user_id)
         LEFT JOIN LATERAL (
           SELECT started_at FROM media_jobs j
            WHERE j.user_id = first.user_id AND j.started_at IS NOT NULL
            ORDER BY started_at DESC LIMIT 1
         ) last ON true
        WHERE coalesce(running.jobs, 0) < $2::int
          AND (first.kind = 'lora' OR (SELECT coalesce(sum(slots), 0) FROM running) < $3::int)
        ORDER BY coalesce(running.jobs, 0), last.started_at NULLS FIRST, first.id
        LIMIT 1
     ), locked AS (
       SELECT j.id FROM media_jobs j JOIN next USING (id) WHERE j.state = 'queued' FOR UPDATE OF j SKIP LOCKED
     )
     UPDATE media_jobs SET state = 'running', attempt = attempt + 1, worker_id = $1::uuid,
            heartbeat_at = now(), started_at = clock_timestamp()
      WHERE id = (SELECT id FROM locked) RETURNING ${COLUMNS}`,
    [processId, RUNNING_PER_USER, most, kinds],
  );
  return row ?? null;
}

/** For a worker: locks the job. @throws LeaseLost */
export async function lockClaimed(tx: Sql, claim: ProcessClaim): Promise<JobRow> {
  const [row] = await tx.query<JobRow>(
    `SELECT ${COLUMNS} FROM media_jobs
      WHERE id = $1::uuid AND attempt = $2::int AND worker_id = $3::uuid AND state = 'running' FOR UPDATE`,
    [claim.id, claim.attempt, claim.processId],
  );
  if (!row) throw new LeaseLost();
  return row;
}

/** For a worker that holds the job's lock. */
export async function setProgress(tx: Sql, id: string, progress: number | null): Promise<void> {
  await tx.query(`UPDATE media_jobs SET progress = $2::int WHERE id = $1::uuid`, [id, progress]);
}

/** The caller holds the job's lock: back into the queue, as no one's. */
export async function requeueJob(tx: Sql, id: string): Promise<void> {
  await tx.query(
    `UPDATE media_jobs SET state = 'queued', worker_id = NULL, heartbeat_at = NULL WHERE id = $1::uuid`,
    [id],
  );
}

/** The caller holds the job's lock. */
export async function finishJob(
  tx: Sql,
  id: string,
  end: { state: JobState; reason: string | null; usedTokens: number },
): Promise<void> {
  await tx.query(
    `UPDATE media_jobs SET state = $2::media_job_state, reason = $3, used_tokens = $4::int, finished_at = now(),
            progress = CASE WHEN $2 = 'succeeded' THEN 100 ELSE progress END
      WHERE id = $1::uuid`,
    [id, end.state, end.reason, end.usedTokens],
  );
}

/** The caller holds the job's lock: leaves word for the process that runs it. */
export async function requestCancel(tx: Sql, id: string): Promise<void> {
  await tx.query(
    `UPDATE media_jobs SET cancel_requested_at = coalesce(cancel_requested_at, now()) WHERE id = $1::uuid`,
    [id],
  );
}

/** Whether an email is to tell of the end of a job that goes on; null where there is none. */
export async function setEmailWanted(
  tx: Sql,
  userId: UserScope,
  id: string,
  wanted: boolean,
): Promise<JobRow | null> {
  const [row] = await tx.query<JobRow>(
    `UPDATE media_jobs SET mail_wanted = $3::boolean
      WHERE id = $1::uuid AND user_id = $2::uuid AND finished_at IS NULL RETURNING ${COLUMNS}`,
    [id, userId, wanted],
  );
  return row ?? null;
}

/** A tab has told of the job's end: no email is needed. False where the job has not ended, or is not there. */
export async function setSeen(sql: Sql, userId: UserScope, id: string): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE media_jobs SET seen_at = coalesce(seen_at, now())
      WHERE id = $1::uuid AND user_id = $2::uuid AND finished_at IS NOT NULL RETURNING id`,
    [id, userId],
  );
  return rows.length > 0;
}

/** For the job that sends the email: takes it upon itself, unless a tab has told or another run took it. */
export async function claimEmail(sql: Sql, userId: UserScope, id: string): Promise<JobRow | null> {
  const [row] = await sql.query<JobRow>(
    `UPDATE media_jobs SET mailed_at = now()
      WHERE id = $1::uuid AND user_id = $2::uuid AND finished_at IS NOT NULL
        AND mail_wanted AND seen_at IS NULL AND mailed_at IS NULL RETURNING ${COLUMNS}`,
    [id, userId],
  );
  return row ?? null;
}

/** The email was not sent: another run may take it. */
export async function unclaimEmail(sql: Sql, userId: UserScope, id: string): Promise<void> {
  await sql.query(
    `UPDATE media_jobs SET mailed_at = NULL WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
}

/** For a worker: these jobs are alive. Returns those that it still holds, and which of them someone cancelled. */
export function beatJobs(
  sql: Sql,
  processId: string,
  ids: readonly string[],
): Promise<{ id: string; attempt: number; stopRequested: boolean }[]> {
  return sql.query(
    `UPDATE media_jobs SET heartbeat_at = now() WHERE state = 'running' AND worker_id = $1::uuid AND id = ANY($2::uuid[])
      RETURNING id, attempt, cancel_requested_at IS NOT NULL AS stop_requested`,
    [processId, ids],
  );
}

/**
 * For workers: running jobs without a sign of life for so long, except those that this one works on. Its others are
 * abandoned too: their end could not be stored.
 */
export function findAbandoned(
  sql: Sql,
  mine: { processId: string; ids: readonly string[] },
  { staleSeconds, kinds }: { staleSeconds: number; kinds: readonly string[] },
): Promise<JobRow[]> {
  return sql.query<JobRow>(
    `SELECT ${COLUMNS} FROM media_jobs
      WHERE state = 'running' AND NOT (worker_id = $1::uuid AND id = ANY($2::uuid[]))
        AND kind = ANY($3::text[]) AND heartbeat_at <= now() - make_interval(secs => $4::int)
      ORDER BY id LIMIT 100`,
    [mine.processId, mine.ids, kinds, staleSeconds],
  );
}

/** For a job: removes those of whomever that ended before then and that nothing is left of. */
export async function deleteSpentJobs(sql: Sql, before: Date): Promise<number> {
  const rows = await sql.query(
    `DELETE FROM media_jobs j WHERE j.finished_at < $1::timestamptz
        AND NOT EXISTS (SELECT 1 FROM media_items i WHERE i.job_id = j.id) RETURNING id`,
    [before],
  );
  return rows.length;
}
