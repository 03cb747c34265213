import type { JobWithMetadata, PgBoss } from 'pg-boss';

import { sql } from '~/lib/db/index.server';
import { withLogContext } from '~/lib/log-context.server';
import { log } from '~/lib/log.server';
import { countJob } from '~/lib/metrics.server';

import { causeOf } from './cause-of';
import { recordFailedJob } from './failed-job-data.server';

/** Work that is done once it is possible, by whichever process runs jobs; kept in the database, tried again when it fails. */
export interface QueuedJob<Data extends object> {
  name: string;
  /** Reads what was enqueued, maybe by an older version; throws when it is of no use. */
  parse(data: unknown): Data;
  /** How often it is tried again, after seconds at first, up to an hour apart later. */
  retries: number;
  /** It is taken for lost after so many seconds, however alive its process is; 15 minutes where nothing is said. */
  longestSeconds?: number;
  /** An error whose `retryable` is false is not tried again. The job may run twice: see docs/decisions/0007. */
  run(data: Data): Promise<void>;
}

const FIRST_RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 3_600;

/** How long after its process died a job is taken for abandoned. */
const HEARTBEAT_SECONDS = 30;

/** What is done is of no more use, and its data may hold addresses. */
const KEEP_SECONDS = 60;

/** So many of one kind run at a time in a process: an email that hangs must not hold up the others. */
const CONCURRENCY = 4;

/** A notification starts a job at once; this finds those that are due again, and those whose notification was lost. */
const POLL_SECONDS = 5;
const SELDOM_SECONDS = 60;

/** Makes the job's queue, or brings it up to date. Several processes may do so at once. */
export async function prepareQueue(boss: PgBoss, job: QueuedJob<object>): Promise<void> {
  const options = {
    retryLimit: job.retries,
    retryDelay: FIRST_RETRY_SECONDS,
    retryBackoff: true,
    retryDelayMax: MAX_RETRY_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: KEEP_SECONDS,
    notify: true,
    ...(job.longestSeconds !== undefined && { expireInSeconds: job.longestSeconds }),
  };
  const queue = await boss.getQueue(job.name);
  if (!queue) return boss.createQueue(job.name, options);
  const isCurrent = Object.entries(options).every(
    ([option, value]) => queue[option as keyof typeof options] === value,
  );
  if (!isCurrent) await boss.updateQueue(job.name, options);
}

/** Takes jobs of this kind from the queue until the boss stops. */
export async function work(boss: PgBoss, job: QueuedJob<object>): Promise<void> {
  for (let number = 0; number < CONCURRENCY; number += 1) {
    const seconds = number === 0 ? POLL_SECONDS : SELDOM_SECONDS;
    const worker: string = await boss.work(
      job.name,
      {
        pollingIntervalSeconds: seconds,
        notifyPollingIntervalSeconds: seconds,
        includeMetadata: true,
      },
      async (taken) => {
        try {
          for (const entry of taken) await attempt(job, entry);
        } finally {
          // One notification may stand for many jobs: look for the next before resting.
          boss.notifyWorker(worker);
        }
      },
    );
  }
}

/** @throws Error when the job is to be tried again */
async function attempt(job: QueuedJob<object>, entry: JobWithMetadata<unknown>): Promise<void> {
  const about = { job: job.name, id: entry.id };
  let data: object;
  try {
    data = job.parse(entry.data);
  } catch {
    // Not the error: it may quote the data.
    return log.error(about, 'job given up: its data cannot be read');
  }
  try {
    await withLogContext({ job: job.name, run: entry.id }, () => job.run(data));
    countJob(job.name, 'done');
  } catch (err) {
    countJob(job.name, 'failed');
    const isFinal = (err as { retryable?: unknown } | null)?.retryable === false;
    if (isFinal || entry.retryCount >= entry.retryLimit) {
      log.error({ err, ...about }, 'job given up');
      const failed = { queueId: entry.id, name: job.name, data, cause: causeOf(err) };
      await recordFailedJob(sql, failed, new Date());
    } else {
      log.warn({ err, ...about }, 'job failed, it will be tried again');
    }
    // What is thrown here is stored beside the job; the log has the cause.
    if (!isFinal) throw new Error('failed: see the log');
  }
}
