import { PgBoss } from 'pg-boss';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { enqueue, startJobs, type QueuedJob } from '~/engine/queue/index.server';
import { log } from '~/lib/log.server';
import { openPool, pool, prismaTransaction, sql, transaction } from '~/lib/db/index.server';

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

/** Works as ever, but looks for jobs only once an hour: what starts all the same was told of. */
async function workWhenTold(...queued: QueuedJob<object>[]) {
  const begin = PgBoss.prototype.work as (...given: unknown[]) => Promise<string>;
  vi.spyOn(PgBoss.prototype, 'work').mockImplementation(function (
    this: PgBoss,
    ...[name, options, handler]: unknown[]
  ) {
    const seldom = { pollingIntervalSeconds: 3_600, notifyPollingIntervalSeconds: 3_600 };
    return begin.call(this, name, { ...(options as object), ...seldom }, handler);
  } as typeof PgBoss.prototype.work);
  await work(...queued);
}

const soon = (check: () => void) => vi.waitFor(check, { interval: 10 });

const rows = (name: string) =>
  sql.query<{ state: string; output: unknown }>(
    'SELECT state::text, output FROM pgboss.job WHERE name = $1 ORDER BY created_on',
    [name],
  );

beforeAll(async () => {
  // Before anything ran: what enqueues first makes the queue, and several may be first.
  await Promise.all([1, 2, 3, 4].map((number) => enqueue(errand, { number })));
});

test('a process that runs no jobs only stores them; one that does finds them when it starts', async () => {
  expect(await rows('errand')).toHaveLength(4);
  expect(ran).toEqual([]);
  await work(errand);
  await soon(() => expect(ran.toSorted()).toEqual([1, 2, 3, 4]));
});

test('starts at once, and so does each of many', async () => {
  await workWhenTold(errand);
  await enqueue(errand, { number: 5 });
  await soon(() => expect(ran).toEqual([5]));
  const numbers = Array.from({ length: 40 }, (_, index) => index + 10);
  await Promise.all(numbers.map((number) => enqueue(errand, { number })));
  await soon(() => expect(ran.slice(1).toSorted((a, b) => a - b)).toEqual(numbers));
});

test('may begin later, and goes on where it could not begin', async () => {
  const begun: string[] = [];
  const late = (name: string): QueuedJob<Errand> => ({ ...errand, name });
  const failing = vi.spyOn(PgBoss.prototype, 'work').mockRejectedValueOnce(new Error('away'));
  const told = vi.spyOn(log, 'error').mockImplementation(() => {
    begun.push('failed');
  });
  await enqueue(late('late'), { number: 7 });
  running = await startJobs({ scheduled: [], queued: [late('late')], work: true, workAfterMs: 50 });
  expect(failing).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(begun).toEqual(['failed']));
  expect(ran).toEqual([]);
  await vi.waitFor(() => expect(ran).toEqual([7]));
  expect(told).toHaveBeenCalledTimes(1);
});

test('stopped before it began, it never does', async () => {
  const begins = vi.spyOn(PgBoss.prototype, 'work');
  const jobs = await startJobs({
    scheduled: [],
    queued: [errand],
    work: true,
    workAfterMs: 60_000,
  });
  await jobs.stop();
  expect(begins).not.toHaveBeenCalled();
});

test("belongs to the caller's transaction: gone with a rollback, started at its commit", async () => {
  await workWhenTold(errand);
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

test('a failed job comes again within seconds, and nothing of its error is stored', async () => {
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
  await work(shaky);
  await enqueue(shaky, { number: 9 });
  await vi.waitFor(async () => expect(await rows('shaky')).toMatchObject([{ state: 'retry' }]));
  const [failed] = await rows('shaky');
  expect(failed!.output).toMatchObject({ message: 'failed: see the log' });
  expect(JSON.stringify(failed)).not.toContain('ada');
  await vi.waitFor(() => expect(ran).toEqual([9]), { interval: 50 });
  expect(attempts).toBe(2);
});

const UUID = expect.stringMatching(/^[\da-f-]{36}$/) as string;

test('a job is given up after its retries, and the log says which', async () => {
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

test('what cannot succeed, and what cannot be read, is not tried again', async () => {
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

test('a shutdown finishes what runs', async () => {
  let finish!: () => void;
  let begun = false;
  const slow: QueuedJob<Errand> = {
    ...errand,
    name: 'slow',
    async run({ number }) {
      begun = true;
      await new Promise<void>((resolve) => (finish = resolve));
      ran.push(number);
    },
  };
  const jobs = await work(slow);
  await enqueue(slow, { number: 1 });
  await soon(() => expect(begun).toBe(true));
  const stopped = jobs.stop();
  finish();
  await stopped;
  expect(ran).toEqual([1]);
  expect(await rows('slow')).toMatchObject([{ state: 'completed' }]);
});

/** Another process, of which only the queue is known. */
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

test('two processes share the work, each job once', async () => {
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

test('what a process had begun when it died is done by another, and soon deleted', async () => {
  const orphan: QueuedJob<Errand> = { ...errand, name: 'orphan' };
  await enqueue(orphan, { number: 12 });
  const boss = await anotherBoss();
  expect(await boss.fetch('orphan')).toHaveLength(1);
  // Its heart stopped beating a minute ago.
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

test('a queue made by an older version is brought up to date', async () => {
  const changed: QueuedJob<Errand> = { ...errand, name: 'changed', retries: 1 };
  await work(changed);
  await running!.stop();
  await work({ ...changed, retries: 7 });
  const [queue] = await sql.query<{ retryLimit: number }>(
    `SELECT retry_limit FROM pgboss.queue WHERE name = 'changed'`,
  );
  expect(queue!.retryLimit).toBe(7);
});

test('hears again after its connection was cut', async () => {
  await workWhenTold(errand);
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

test('work that comes round by the clock is taken for abandoned soon after its process died, also where an older version made its queue', async () => {
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
