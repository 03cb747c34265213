import { setTimeout as sleep } from 'node:timers/promises';

import { PgBoss } from 'pg-boss';

import { pool, type Sql, type SqlValue } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';

import { fillWith, type WaitingWork } from './carried-queue.server';
import { removeFailedJob } from './failed-job-data.server';
import { listen } from './listen.server';
import { prepareQueue, work, type QueuedJob } from './queued-job.server';
import { workOnSchedule, type ScheduledJob } from './schedule.server';

export interface JobsOptions {
  scheduled: readonly ScheduledJob[];
  queued: readonly QueuedJob<object>[];
  /** Run them in this process; otherwise they are only put into the queue. */
  work: boolean;
  /** Begin to run them in so many milliseconds, when the first pages have been served; at once where nothing is said. */
  workAfterMs?: number;
}

/** pg-boss deletes finished jobs this often. */
const CLEANING_SECONDS = 300;

const STOP_MS = 5_000;
const AGAIN_MS = 5_000;

const state = singleton('jobs', () => ({
  boss: null as Promise<PgBoss> | null,
  prepared: new Map<string, Promise<void>>(),
}));

/** Makes the queues and, where this process works, runs the jobs. */
export async function startJobs(options: JobsOptions): Promise<{ stop(): Promise<void> }> {
  const boss = await (state.boss = opened(options.work));
  const steps = stepsOf(boss, options);
  const stopping = new AbortController();
  let beginning: Promise<void> | undefined;
  if (options.workAfterMs === undefined) for (const step of steps) await step();
  else beginning = beginLater(steps, options.workAfterMs, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await beginning;
      await boss.stop({ graceful: true, timeout: STOP_MS, close: false });
      state.boss = null;
    },
  };
}

/** Some hundred statements in all, and the reading of every schedule. */
function stepsOf(boss: PgBoss, { queued, scheduled, work: works }: JobsOptions) {
  return [
    ...queued.map((job) => async () => {
      await prepared(boss, job);
      if (works) await work(boss, job);
    }),
    ...(works ? scheduled.map((job) => () => workOnSchedule(boss, job)) : []),
  ];
}

/** Takes the steps in `ms`, one after the other; one that fails is taken again. Never rejects. */
async function beginLater(
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
        await rest(AGAIN_MS);
      }
    }
  }
}

/**
 * Puts a job into the queue, in the caller's transaction when one is given. A process that runs jobs starts on it as
 * soon as that is committed, or `afterSeconds` later. `data` is stored as it is: ids and addresses, never a secret.
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
 * Has what was given up done once more, with its tries from the beginning. Null when someone else was first, or when this
 * version knows no such work; else its name.
 */
export async function retryFailed(id: string, tx: Sql): Promise<string | null> {
  const failed = await removeFailedJob(tx, id);
  if (!failed) return null;
  const boss = await (state.boss ??= opened(false));
  if (!(await boss.getQueue(failed.name))) return null;
  // Of work that comes round by the clock one at a time is enough: none is taken while one waits.
  await boss.send(failed.name, failed.data, { db: inTransaction(tx) });
  return failed.name;
}

/**
 * Has this work wait and no other, once the caller's transaction is committed: where a backup is restored. Returns how
 * much of it none of `jobs` would take.
 */
export async function refillQueue(
  tx: Sql,
  work: readonly WaitingWork[],
  jobs: readonly QueuedJob<object>[],
): Promise<number> {
  const boss = await (state.boss ??= opened(false));
  for (const job of jobs) await prepared(boss, job);
  return fillWith(boss, tx, work, new Map(jobs.map((job) => [job.name, job])), inTransaction);
}

/** `works` is false in a process that only enqueues: it then neither cleans, nor watches the clock, nor listens. */
function opened(works: boolean): Promise<PgBoss> {
  state.prepared.clear();
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]), listen },
    ...(!works && { clock: patientClock }),
    supervise: works,
    schedule: works,
    useListenNotify: works,
    maintenanceIntervalSeconds: CLEANING_SECONDS,
  });
  boss.on('error', (err) => log.warn({ err }, 'job queue failed, it goes on by itself'));
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'job queue'));
  return boss.start().catch((error: unknown) => {
    // The next job to be enqueued tries again.
    state.boss = null;
    throw error;
  });
}

/** Its timers do not keep a process that is otherwise done. */
const patientClock = {
  now: () => Date.now(),
  setTimeout: (run: () => void, ms: number) => setTimeout(run, ms).unref(),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (run: () => void, ms: number) => setInterval(run, ms).unref(),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};

/** Once for each process and job. */
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

function inTransaction(tx: Sql) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      return { rows: await tx.query(text, values as SqlValue[]) };
    },
  };
}
