import { PgBoss } from 'pg-boss';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { enqueue, startJobs, type QueuedJob } from '~/engine/queue/index.server';
import { log } from '~/lib/log.server';
import { openPool, pool, prismaTransaction, sql, transaction } from '~/lib/db/index.server';

import { makeRetriesDue, pollEvery } from '../setup/polling';

interface Errand {
  number: number;
}

const ran: number[] = [];
const errand: QueuedJob<Errand> = {
  name: 'errand',
  retries: 3,
  parse: (data) => z.object({ number: z.number() }).parse(data),
  run({ number }) {
    ran.push(number);
    return Promise.resolve();
  },
};

let running: { stop(): Promise<void> } | undefined;
const work = async (...queued: QueuedJob<object>[]) =>
  (running = await startJobs({ scheduled: [], queued, work: true }));

afterEach(async () => {
  await running?.stop();
  running = undefined;
  ran.length = 0;
  vi.restoreAllMocks();
});

/** Polls only once an hour, so that whatever starts sooner was started by a notification. */
async function workOnNotification(...queued: QueuedJob<object>[]) {
  pollEvery(3_600);
  await work(...queued);
}

const soon = (check: () => void) => vi.waitFor(check, { interval: 10 });

const rows = (name: string) =>
  sql.query<{ state: string; output: unknown }>(
    'SELECT state::text, output FROM pgboss.job WHERE name = $1 ORDER BY created_on',
    [name],
  );

beforeAll(async () => {
  // Before anything has run: the first to enqueue creates the queue, and there may be several at once.
  await Promise.all([1, 2, 3, 4].map((number) => enqueue(errand, { number })));
});

test('a process that runs no jobs only stores them, and one that runs jobs finds them when it starts', async () => {
  expect(await rows('errand')).toHaveLength(4);
  expect(ran).toEqual([]);
  await work(errand);
  await soon(() => expect(ran.toSorted()).toEqual([1, 2, 3, 4]));
});

test('a job starts as soon as it is enqueued, and so does each of many', async () => {
  await workOnNotification(errand);
  await enqueue(errand, { number: 5 });
  await soon(() => expect(ran).toEqual([5]));
  const numbers = Array.from({ length: 40 }, (_, index) => index + 10);
  await Promise.all(numbers.map((number) => enqueue(errand, { number })));
  await soon(() => expect(ran.slice(1).toSorted((a, b) => a - b)).toEqual(numbers));
});

test('jobs with a delayed start are started later, and again if that failed', async () => {
  let failures = 0;
  const late = (name: string): QueuedJob<Errand> => ({ ...errand, name });
  const failing = vi.spyOn(PgBoss.prototype, 'work').mockRejectedValueOnce(new Error('away'));
  const error = vi.spyOn(log, 'error').mockImplementation(() => {
    failures += 1;
  });
  await enqueue(late('late'), { number: 7 });
  running = await startJobs({ scheduled: [], queued: [late('late')], work: true, workAfterMs: 50 });
  expect(failing).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(failures).toBe(1));
  expect(ran).toEqual([]);
  await vi.waitFor(() => expect(ran).toEqual([7]));
  expect(error).toHaveBeenCalledTimes(1);
});

test('jobs with a delayed start never start after a stop', async () => {
  const starts = vi.spyOn(PgBoss.prototype, 'work');
  const jobs = await startJobs({
    scheduled: [],
    queued: [errand],
    work: true,
    workAfterMs: 60_000,
  });
  await jobs.stop();
  expect(starts).not.toHaveBeenCalled();
});

test('a job enqueued in a transaction starts after the commit, and never after a rollback', async () => {
  await workOnNotification(errand);
  await expect(
    transaction(async (tx) => {
      await enqueue(errand, { number: 6 }, tx);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await transaction(async (tx) => {
    await enqueue(errand, { number: 7 }, tx);
    expect(ran).toEqual([]);
  });
  await soon(() => expect(ran).toEqual([7]));
  await prismaTransaction((_tx, on) => enqueue(errand, { number: 8 }, on));
  await soon(() => expect(ran).toEqual([7, 8]));
});

test('a failed job is retried within seconds, and its error is not stored', async () => {
  let attempts = 0;
  const shaky: QueuedJob<Errand> = {
    ...errand,
    name: 'shaky',
    run(data) {
      attempts += 1;
      if (attempts === 1)
        return Promise.reject(new Error('the mailbox of ada@example.com is full'));
      return errand.run(data);
    },
  };
  pollEvery(0.5);
  await work(shaky);
  await enqueue(shaky, { number: 9 });
  await vi.waitFor(async () => expect(await rows('shaky')).toMatchObject([{ state: 'retry' }]));
  const [failed] = await rows('shaky');
  expect(failed!.output).toMatchObject({ message: 'failed: see the log' });
  expect(JSON.stringify(failed)).not.toContain('ada');
  const [seconds] = await makeRetriesDue('shaky');
  expect(seconds).toBeLessThan(11);
  await vi.waitFor(() => expect(ran).toEqual([9]), { interval: 50 });
  expect(attempts).toBe(2);
});

const UUID = expect.stringMatching(/^[\da-f-]{36}$/) as string;

test('a job is given up after its retries, and named in the log', async () => {
  const warn = vi.spyOn(log, 'warn');
  const error = vi.spyOn(log, 'error');
  const cause = new Error('never');
  const hopeless = (name: string, retries: number): QueuedJob<Errand> => ({
    ...errand,
    name,
    retries,
    run: () => Promise.reject(cause),
  });
  const [last, notYet] = [hopeless('last', 0), hopeless('not-yet', 1)];
  await work(last, notYet);
  await enqueue(last, { number: 424_242 });
  await enqueue(notYet, { number: 424_242 });
  await vi.waitFor(async () => expect(await rows('last')).toMatchObject([{ state: 'failed' }]));
  await vi.waitFor(async () => expect(await rows('not-yet')).toMatchObject([{ state: 'retry' }]));
  expect(error.mock.calls).toEqual([[{ err: cause, job: 'last', id: UUID }, 'job given up']]);
  expect(warn.mock.calls).toEqual([
    [{ err: cause, job: 'not-yet', id: UUID }, 'job failed, it will be tried again'],
  ]);
});

test('a job that can’t succeed, or whose data can’t be read, is not retried', async () => {
  const error = vi.spyOn(log, 'error');
  let attempts = 0;
  const cause = Object.assign(new Error('no such mailbox'), { retryable: false });
  const refused: QueuedJob<Errand> = {
    ...errand,
    name: 'refused',
    run() {
      attempts += 1;
      return Promise.reject(cause);
    },
  };
  await work(refused);
  await enqueue(refused, { number: 1 });
  await enqueue(refused, { number: 'ada@example.com' } as unknown as Errand);
  await vi.waitFor(async () =>
    expect(await rows('refused')).toMatchObject([{ state: 'completed' }, { state: 'completed' }]),
  );
  expect(attempts).toBe(1);
  expect(error.mock.calls.toSorted(([, a], [, b]) => String(a).localeCompare(String(b)))).toEqual([
    [{ err: cause, job: 'refused', id: UUID }, 'job given up'],
    [{ job: 'refused', id: UUID }, 'job given up: its data cannot be read'],
  ]);
});

test('a shutdown waits for running jobs', async () => {
  let finish!: () => void;
  let isRunning = false;
  const slow: QueuedJob<Errand> = {
    ...errand,
    name: 'slow',
    async run({ number }) {
      isRunning = true;
      await new Promise<void>((resolve) => (finish = resolve));
      ran.push(number);
    },
  };
  const jobs = await work(slow);
  await enqueue(slow, { number: 1 });
  await soon(() => expect(isRunning).toBe(true));
  const stopped = jobs.stop();
  finish();
  await stopped;
  expect(ran).toEqual([1]);
  expect(await rows('slow')).toMatchObject([{ state: 'completed' }]);
});

/** The queue of another process. */
async function anotherBoss(): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    maintenanceIntervalSeconds: 1,
  });
  boss.on('error', (error) => {
    throw error;
  });
  return boss.start();
}

test('two processes share the jobs and run each of them once', async () => {
  const boss = await anotherBoss();
  const elsewhere: number[] = [];
  await boss.work<Errand>('errand', { pollingIntervalSeconds: 0.5 }, (jobs) => {
    elsewhere.push(...jobs.map(({ data }) => data.number));
    return Promise.resolve();
  });
  await work(errand);
  const numbers = Array.from({ length: 60 }, (_, index) => index);
  for (const number of numbers) await enqueue(errand, { number });
  await vi.waitFor(() => expect(ran.length + elsewhere.length).toBeGreaterThanOrEqual(60));
  await boss.stop({ graceful: true, close: false });
  expect([...ran, ...elsewhere].toSorted((a, b) => a - b)).toEqual(numbers);
});

test('a job whose process died is done by another, and deleted soon after', async () => {
  const orphan: QueuedJob<Errand> = { ...errand, name: 'orphan' };
  await enqueue(orphan, { number: 12 });
  const boss = await anotherBoss();
  expect(await boss.fetch('orphan')).toHaveLength(1);
  // Its last heartbeat was a minute ago.
  await sql.query(
    `UPDATE pgboss.job SET heartbeat_on = now() - interval '1 minute' WHERE name = 'orphan'`,
  );
  await boss.supervise('orphan');
  expect(await rows('orphan')).toMatchObject([{ state: 'retry' }]);
  await sql.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'orphan'`);
  await work(orphan);
  await soon(() => expect(ran).toEqual([12]));
  await vi.waitFor(async () =>
    expect(await rows('orphan')).toMatchObject([{ state: 'completed' }]),
  );

  await sql.query(
    `UPDATE pgboss.job SET completed_on = now() - interval '2 minutes' WHERE name = 'orphan'`,
  );
  await sql.query(`UPDATE pgboss.queue SET maintain_on = NULL WHERE name = 'orphan'`);
  await boss.supervise('orphan');
  expect(await rows('orphan')).toEqual([]);
  await boss.stop({ graceful: true, close: false });
});

test('a queue that an older version created gets the current options', async () => {
  const changed: QueuedJob<Errand> = { ...errand, name: 'changed', retries: 1 };
  await work(changed);
  await running!.stop();
  await work({ ...changed, retries: 7 });
  const [queue] = await sql.query<{ retryLimit: number }>(
    `SELECT retry_limit FROM pgboss.queue WHERE name = 'changed'`,
  );
  expect(queue!.retryLimit).toBe(7);
});

test('jobs start on notification again after the listening connection was cut', async () => {
  await workOnNotification(errand);
  const listening = `SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`;
  const admin = openPool(1);
  const before = (await admin.query<{ pid: number }>(listening)).rows[0]!.pid;
  await admin.query('SELECT pg_terminate_backend($1)', [before]);
  await vi.waitFor(async () => {
    const after = (await admin.query<{ pid: number }>(listening)).rows[0];
    expect(after?.pid).not.toBe(before);
    expect(after).toBeDefined();
  });
  await admin.end();
  await enqueue(errand, { number: 11 });
  await soon(() => expect(ran).toEqual([11]));
});

test('a scheduled job has a heartbeat of 30 seconds, even if an older version created its queue without one', async () => {
  const round = { name: 'round', cron: '0 0 1 1 *', run: () => Promise.resolve() };
  const start = async () =>
    (running = await startJobs({ scheduled: [round], queued: [], work: true }));
  const heartbeat = () =>
    sql.query(`SELECT heartbeat_seconds AS seconds FROM pgboss.queue WHERE name = 'round'`);
  await start();
  expect(await heartbeat()).toEqual([{ seconds: 30 }]);
  await running?.stop();
  await sql.query(`UPDATE pgboss.queue SET heartbeat_seconds = NULL WHERE name = 'round'`);
  await start();
  expect(await heartbeat()).toEqual([{ seconds: 30 }]);
});
