import { LeaseLost, type ProcessClaim } from '~/engine/leases/index.server';
import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { MediaJob, Prisma } from '~/lib/prisma/client';
import type { Owned, UserScope } from '~/lib/scope';

import type { JobKind, JobState } from '../media';

// Owns `media_jobs`. The owner is part of every condition, except for workers.

const JOB = {
  id: true,
  userId: true,
  kind: true,
  state: true,
  request: true,
  tokens: true,
  usedTokens: true,
  progress: true,
  reason: true,
  attempt: true,
  workerId: true,
  cancelRequestedAt: true,
  createdAt: true,
  finishedAt: true,
  mailWanted: true,
} satisfies Prisma.MediaJobSelect;

/** The same for SQL. */
const COLUMNS = `id, user_id, kind, state, request, tokens, used_tokens, progress, reason, attempt, worker_id,
  cancel_requested_at, created_at, finished_at, mail_wanted`;

type StoredJob = Pick<MediaJob, keyof typeof JOB>;

export interface JobRow extends Omit<Owned<StoredJob>, 'kind' | 'request'> {
  kind: JobKind;
  /** As its kind knows it. */
  request: unknown;
}

export interface NewJob {
  id: string;
  userId: UserScope;
  kind: JobKind;
  clientKey: string;
  request: object;
  referenceId: string | null;
  tokens: number;
}

/** Null when there is a job with this key already. Anything slower than images is announced by email by default. */
export async function insertJob(tx: PrismaTx, job: NewJob): Promise<JobRow | null> {
  const data = { ...job, mailWanted: job.kind !== 'image' };
  const [row] = await tx.mediaJob.createManyAndReturn({ data, skipDuplicates: true, select: JOB });
  return row ? toJob(row) : null;
}

function toJob(row: StoredJob): JobRow {
  return row as JobRow;
}

export async function findJob(
  userId: UserScope,
  id: string,
  db: PrismaTx = prisma,
): Promise<JobRow | null> {
  const row = await db.mediaJob.findFirst({ where: { id, userId }, select: JOB });
  return row && toJob(row);
}

export async function findJobByKey(userId: UserScope, clientKey: string): Promise<JobRow | null> {
  const where = { userId_clientKey: { userId, clientKey } };
  const row = await prisma.mediaJob.findUnique({ where, select: JOB });
  return row && toJob(row);
}

/** SQL: locks the row. */
export async function lockJob(sql: Sql, userId: UserScope, id: string): Promise<JobRow | null> {
  const [row] = await sql.query<JobRow>(
    `SELECT ${COLUMNS} FROM media_jobs WHERE id = $1::uuid AND user_id = $2::uuid FOR UPDATE`,
    [id, userId],
  );
  return row ?? null;
}

/**
 * Jobs that wait, run, or ended within the last hour; oldest first. SQL: three index ranges at one instant, so that a
 * job that ends meanwhile is in exactly one of them.
 */
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

export function countQueued(userId: UserScope): Promise<number> {
  // `finishedAt` is what the index has; the partial one on the state doesn't serve Prisma's cast of an enum.
  return prisma.mediaJob.count({ where: { userId, finishedAt: null, state: 'queued' } });
}

const MAX_RUNNING_PER_USER = 2;

/** For a worker: whether any user's job waits. SQL: only a literal state can use the partial index. */
export async function hasQueued(sql: Sql): Promise<boolean> {
  const rows = await sql.query(`SELECT 1 FROM media_jobs WHERE state = 'queued' LIMIT 1`);
  return rows.length > 0;
}

/**
 * For a worker: claims the next job, if fewer than `max` run. It goes to the user with the fewest running jobs, then to
 * the one whose last turn is longest ago, so that fifty jobs of one user delay another's by one at most. Trainings
 * mostly wait for the provider, for hours, so they count only toward their user's limit: four of them must not hold up
 * everyone's images. SQL: locks and aggregates.
 */
export async function claimNext(
  tx: Sql,
  { processId, max, kinds }: { processId: string; max: number; kinds: readonly string[] },
): Promise<JobRow | null> {
  // One claim at a time across all processes: the counts below must hold.
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
    [processId, MAX_RUNNING_PER_USER, max, kinds],
  );
  return row ?? null;
}

/** For a worker. SQL: locks the row. @throws LeaseLost */
export async function lockClaimed(sql: Sql, claim: ProcessClaim): Promise<JobRow> {
  const [row] = await sql.query<JobRow>(
    `SELECT ${COLUMNS} FROM media_jobs
      WHERE id = $1::uuid AND attempt = $2::int AND worker_id = $3::uuid AND state = 'running' FOR UPDATE`,
    [claim.id, claim.attempt, claim.processId],
  );
  if (!row) throw new LeaseLost();
  return row;
}

/** The caller holds the job's lock. */
export async function setProgress(
  tx: PrismaTx,
  { id, userId }: JobRow,
  progress: number | null,
): Promise<void> {
  await tx.mediaJob.updateMany({ where: { id, userId }, data: { progress } });
}

/** Puts a job back into the queue. The caller holds its lock. */
export async function requeueJob(tx: PrismaTx, { id, userId }: JobRow): Promise<void> {
  const data = { state: 'queued', workerId: null, heartbeatAt: null } as const;
  await tx.mediaJob.updateMany({ where: { id, userId }, data });
}

/**
 * The caller holds the job's lock. SQL: the end has the database's time, because `readJobsStart` compares it with that
 * of a page.
 */
export async function finishJob(
  sql: Sql,
  { id, userId }: JobRow,
  end: { state: JobState; reason: string | null; usedTokens: number },
): Promise<void> {
  await sql.query(
    `UPDATE media_jobs SET state = $3::media_job_state, reason = $4, used_tokens = $5::int, finished_at = now(),
            progress = CASE WHEN $3 = 'succeeded' THEN 100 ELSE progress END
      WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId, end.state, end.reason, end.usedTokens],
  );
}

/** Marks a running job for the process that runs it. The caller holds its lock. */
export async function requestCancel(tx: PrismaTx, { id, userId }: JobRow): Promise<void> {
  const where = { id, userId, cancelRequestedAt: null };
  await tx.mediaJob.updateMany({ where, data: { cancelRequestedAt: new Date() } });
}

/** Null when the job has ended or isn't there. */
export async function setEmailWanted(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
  mailWanted: boolean,
): Promise<JobRow | null> {
  const where = { id, userId, finishedAt: null };
  const data = { mailWanted };
  const [row] = await tx.mediaJob.updateManyAndReturn({ where, data, select: JOB });
  return row ? toJob(row) : null;
}

/** A tab has announced the job's end, so no email is needed. */
export async function setSeen(userId: UserScope, id: string): Promise<void> {
  const where = { id, userId, seenAt: null };
  await prisma.mediaJob.updateMany({ where, data: { seenAt: new Date() } });
}

/** Claims the email about a job's end; null when a tab has announced it, or another run has claimed the email. */
export async function claimEmail(userId: UserScope, id: string): Promise<JobRow | null> {
  const isDue = { finishedAt: { not: null }, mailWanted: true, seenAt: null, mailedAt: null };
  const where = { id, userId, ...isDue };
  const data = { mailedAt: new Date() };
  const [row] = await prisma.mediaJob.updateManyAndReturn({ where, data, select: JOB });
  return row ? toJob(row) : null;
}

/** The email wasn't sent: another run may claim it. */
export async function unclaimEmail(userId: UserScope, id: string): Promise<void> {
  await prisma.mediaJob.updateMany({ where: { id, userId }, data: { mailedAt: null } });
}

/**
 * For a worker: shows that these jobs are alive; returns those that it still holds, and whether someone canceled them.
 * SQL: heartbeats have the database's time, which all processes share.
 */
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
 * For a worker: running jobs without a heartbeat for `staleSeconds`, except those that this process works on. Its other
 * jobs count as abandoned: their end could not be stored. SQL: heartbeats have the database's time.
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

/** Removes any user's jobs that ended before `before` and have no items left; returns how many. */
export async function deleteSpentJobs(before: Date): Promise<number> {
  const where = { finishedAt: { lt: before }, items: { none: {} } };
  return (await prisma.mediaJob.deleteMany({ where })).count;
}
