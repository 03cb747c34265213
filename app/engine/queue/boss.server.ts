import { setTimeout as sleep } from 'node:timers/promises';

import { PgBoss } from 'pg-boss';

import { pool, type Sql, type SqlValue } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';

import { removeAllJobs, removeFailedJob, type WaitingWork } from './job-data.server';
import { listen } from './listen.server';
import { prepareQueue, work, type QueuedJob } from './queued-job.server';
import { workOnSchedule, type ScheduledJob } from './schedule.server';

export interface JobsOptions {
  scheduled: readonly ScheduledJob[];
  queued: readonly QueuedJob<object>[];
  /** Whether this process runs them; otherwise it only queues them. */
  work: boolean;
  /** When to start running them, after the first pages were served; at once by default. */
  workAfterMs?: number;
}

/** pg-boss deletes finished jobs this often. */
const CLEANING_SECONDS = 300;

const STOP_MS = 5_000;
const RETRY_MS = 5_000;

const state = singleton('jobs', () => ({
  boss: null as Promise<PgBoss> | null,
  prepared: new Map<string, Promise<void>>(),
}));

/** Creates the queues and, with `work`, runs their jobs. */
export async function startJobs(options: JobsOptions): Promise<{ stop(): Promise<void> }> {
  const boss = await (state.boss = opened(options.work));
  const steps = stepsOf(boss, options);
  const stopping = new AbortController();
  let starting: Promise<void> | undefined;
  if (options.workAfterMs === undefined) for (const step of steps) await step();
  else starting = startLater(steps, options.workAfterMs, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await starting;
      await boss.stop({ graceful: true, timeout: STOP_MS, close: false });
      state.boss = null;
    },
  };
}

/** About a hundred statements, and the parsing of every schedule. */
function stepsOf(boss: PgBoss, { queued, scheduled, work: works }: JobsOptions) {
  return [
    ...queued.map((job) => async () => {
      await prepared(boss, job);
      if (works) await work(boss, job);
    }),
    ...(works ? scheduled.map((job) => () => workOnSchedule(boss, job)) : []),
  ];
}

/** Takes the steps one after the other, starting in `ms`, and repeats one that fails. Never rejects. */
async function startLater(
  steps: readonly (() => Promise<void>)[],
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const rest = (time: number) => sleep(time, undefined, { signal }).catch(() => {});
  await rest(ms);
  for (const step of steps) {
    while (!signal.aborted) {
      try {
        await step();
        break;
      } catch (err) {
        log.error({ err }, 'a job cannot be begun yet');
        await rest(RETRY_MS);
      }
    }
  }
}

/**
 * Puts a job into the queue, in the caller's transaction if there is one. A process that runs jobs starts it as soon as that
 * is committed, or `afterSeconds` later. `data` is stored unencrypted: ids and addresses, never a secret.
 */
export async function enqueue<Data extends object>(
  job: QueuedJob<Data>,
  data: Data,
  tx?: Sql,
  { afterSeconds = 0 }: { afterSeconds?: number } = {},
): Promise<void> {
  const boss = await (state.boss ??= opened(false));
  await prepared(boss, job);
  const id = await boss.send(job.name, data, {
    ...(afterSeconds > 0 && { startAfter: afterSeconds }),
    ...(tx && { db: inTransaction(tx) }),
  });
  if (id === null) throw new Error(`${job.name} was not taken by the queue`);
}

/**
 * Queues a job that was given up once more, with all its retries, and returns its name. Null if someone else was first, or
 * if this version doesn't know the job.
 */
export async function retryFailed(id: string, tx: Sql): Promise<string | null> {
  const failed = await removeFailedJob(tx, id);
  if (!failed) return null;
  const boss = await (state.boss ??= opened(false));
  if (!(await boss.getQueue(failed.name))) return null;
  // A scheduled job is not queued a second time while one waits.
  await boss.send(failed.name, failed.data, { db: inTransaction(tx) });
  return failed.name;
}

/**
 * Replaces what is in the queue, in the caller's transaction, when a backup is restored. Returns how much of `work` was left
 * out because none of `jobs` can read it.
 */
export async function refillQueue(
  tx: Sql,
  work: readonly WaitingWork[],
  jobs: readonly QueuedJob<object>[],
): Promise<number> {
  const boss = await (state.boss ??= opened(false));
  for (const job of jobs) await prepared(boss, job);
  await removeAllJobs(tx);
  let unreadable = 0;
  for (const { name, data, startAfter } of work) {
    const job = jobs.find((job) => job.name === name);
    if (job && isReadable(job, data)) {
      const options = { startAfter: new Date(startAfter), db: inTransaction(tx) };
      await boss.send(name, data as object, options);
    } else unreadable += 1;
  }
  return unreadable;
}

function isReadable(job: QueuedJob<object>, data: unknown): boolean {
  try {
    job.parse(data);
    return true;
  } catch {
    return false;
  }
}

/** `works` is false in a process that only enqueues: it neither cleans up, nor schedules, nor listens. */
function opened(works: boolean): Promise<PgBoss> {
  state.prepared.clear();
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]), listen },
    ...(!works && { clock: unrefClock }),
    supervise: works,
    schedule: works,
    useListenNotify: works,
    maintenanceIntervalSeconds: CLEANING_SECONDS,
  });
  boss.on('error', (err) => log.warn({ err }, 'job queue failed, it recovers by itself'));
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'job queue'));
  return boss.start().catch((error: unknown) => {
    // The next job to be enqueued tries again.
    state.boss = null;
    throw error;
  });
}

/** Its timers don't keep the process alive. */
const unrefClock = {
  now: () => Date.now(),
  setTimeout: (run: () => void, ms: number) => setTimeout(run, ms).unref(),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (run: () => void, ms: number) => setInterval(run, ms).unref(),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};

/** Prepares the job's queue, once per process. */
function prepared(boss: PgBoss, job: QueuedJob<object>): Promise<void> {
  const known = state.prepared.get(job.name);
  if (known) return known;
  const preparing = prepareQueue(boss, job).catch((error: unknown) => {
    state.prepared.delete(job.name);
    throw error;
  });
  state.prepared.set(job.name, preparing);
  return preparing;
}

/** SQL: pg-boss's own statements. */
function inTransaction(tx: Sql) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      return { rows: await tx.query(text, values as SqlValue[]) };
    },
  };
}
