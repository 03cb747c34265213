import type { JobWithMetadata, PgBoss } from 'pg-boss';

import { withLogContext } from '~/lib/log-context.server';
import { log } from '~/lib/log.server';
import { countJob } from '~/lib/metrics.server';

import { causeOf } from './cause-of';
import { recordFailedJob } from './job-data.server';

/** Work that waits in the database until a process that runs jobs does it; it is retried if it fails. */
export interface QueuedJob<Data extends object> {
  name: string;
  /** Reads what was enqueued, perhaps by an older version. @throws when it can't be used */
  parse(data: unknown): Data;
  /** How often it is retried, first after seconds, later up to an hour apart. */
  retries: number;
  /** It counts as lost after this time, even if its process is alive; 15 minutes by default. */
  maxSeconds?: number;
  /** May run twice: see docs/decisions/0007. An error with `retryable: false` prevents retries. */
  run(data: Data): Promise<void>;
}

const FIRST_RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 3_600;

/** How long after its process died a job counts as abandoned. */
const HEARTBEAT_SECONDS = 30;

/** Finished jobs are of no use, and their data may hold addresses. */
const KEEP_SECONDS = 60;

/** The jobs of one kind that run at a time in a process: an email that hangs must not hold up the others. */
const CONCURRENCY = 4;

/** A notification starts a job at once; polling finds retries that are due, and jobs whose notification was lost. */
const POLL_SECONDS = 5;
/** For all workers of a job but the first. */
const SLOW_POLL_SECONDS = 60;

/** Creates the job's queue, or updates its options. Several processes may do so at once. */
export async function prepareQueue(boss: PgBoss, job: QueuedJob<object>): Promise<void> {
  const options = {
    retryLimit: job.retries,
    retryDelay: FIRST_RETRY_SECONDS,
    retryBackoff: true,
    retryDelayMax: MAX_RETRY_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: KEEP_SECONDS,
    notify: true,
    ...(job.maxSeconds !== undefined && { expireInSeconds: job.maxSeconds }),
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
    const seconds = number === 0 ? POLL_SECONDS : SLOW_POLL_SECONDS;
    const worker: string = await boss.work(
      job.name,
      {
        pollingIntervalSeconds: seconds,
        notifyPollingIntervalSeconds: seconds,
        includeMetadata: true,
      },
      async (entries) => {
        try {
          for (const entry of entries) await attempt(job, entry);
        } finally {
          // One notification may be for many jobs, so look for the next one at once.
          boss.notifyWorker(worker);
        }
      },
    );
  }
}

/** @throws Error when the job should be retried */
async function attempt(job: QueuedJob<object>, entry: JobWithMetadata<unknown>): Promise<void> {
  const about = { job: job.name, id: entry.id };
  let data: object;
  try {
    data = job.parse(entry.data);
  } catch {
    // Without the error, which may quote the data.
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
      await recordFailedJob(failed, new Date());
    } else {
      log.warn({ err, ...about }, 'job failed, it will be tried again');
    }
    // The error thrown here is stored with the job; only the log has the cause.
    if (!isFinal) throw new Error('failed: see the log');
  }
}
