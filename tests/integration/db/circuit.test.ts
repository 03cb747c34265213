import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';

import { breakCircuit, probeDatabase } from '~/lib/db/circuit.server';
import { DatabaseAway } from '~/lib/outage.server';

import { openLine, type Line } from '../../faults/line.ts';
import { HANG } from '../../harness/eventually.ts';

const opened: { end(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.end();
});

/** A pool that reaches the test's database over a line that can be stalled or cut, and the number of probes so far. */
async function poolOverLine(): Promise<{ pool: pg.Pool; line: Line; probes: () => number }> {
  const url = new URL(process.env.DATABASE_URL ?? '');
  const line = await openLine(Number(url.port));
  url.port = String(line.port);
  // Without this it would use the Unix socket and bypass the line.
  url.search = '';
  const connectionString = url.href;
  const pool = new pg.Pool({ connectionString, max: 2, pipeline: true });
  pool.on('error', () => {
    // The waiting queries report it.
  });
  pool.on('connect', (client) =>
    client.on('error', () => {
      // The waiting queries report it.
    }),
  );
  let probes = 0;
  const probe = (ms: number) => {
    probes += 1;
    return probeDatabase(connectionString, ms);
  };
  breakCircuit(pool, probe, { suspectMs: 100, probeMs: 500, trustMs: 200, againMs: 50 });
  opened.push({ end: () => line.close() }, { end: () => pool.end() });
  return { pool, line, probes: () => probes };
}

const answers = (pool: pg.Pool) =>
  pool.query('SELECT 1').then(
    () => 'answered',
    (error: unknown) => (error instanceof Error ? error.message : 'odd'),
  );

test('a hanging database fails all waiting queries, and then every new one at once until it responds', async () => {
  const { pool, line } = await poolOverLine();
  expect(await answers(pool)).toBe('answered');
  line.stall();
  // Two have the connections, and the others wait for one.
  const waiting = await Promise.all(Array.from({ length: 6 }, () => answers(pool)));
  for (const outcome of waiting) expect(outcome).toMatch(/does not answer|Connection terminated/);
  // Before any timer or socket could have played a part.
  const refused = pool.connect().catch((error: unknown) => error);
  const first = await Promise.race([
    refused,
    new Promise((resolve) => setImmediate(() => setImmediate(resolve, 'later'))),
  ]);
  expect(first).toBeInstanceOf(DatabaseAway);
  line.restore();
  await vi.waitFor(async () => expect(await answers(pool)).toBe('answered'), HANG);
});

test('a hanging transaction fails, too, and returns its connection', async () => {
  const { pool, line } = await poolOverLine();
  const client = await pool.connect();
  await client.query('BEGIN');
  line.stall();
  await expect(client.query('SELECT 1')).rejects.toThrow('Connection terminated');
  client.release(true);
  line.restore();
  await vi.waitFor(async () => expect(await answers(pool)).toBe('answered'), HANG);
});

test('a slow statement is left alone while the database responds', async () => {
  const { pool, probes } = await poolOverLine();
  const locker = await pool.connect();
  await locker.query('BEGIN; SELECT pg_advisory_xact_lock(4711)');
  const slow = pool.query('SELECT pg_advisory_xact_lock(4711)');
  const waiting = answers(pool);
  await vi.waitFor(() => expect(probes()).toBeGreaterThan(2), HANG);
  await locker.query('COMMIT');
  locker.release();
  await slow;
  expect(await waiting).toBe('answered');
});

test('a refused connection is reported as such at once', async () => {
  const { pool, line } = await poolOverLine();
  line.cut();
  await expect(pool.query('SELECT 1')).rejects.toBeInstanceOf(DatabaseAway);
  line.restore();
  expect(await answers(pool)).toBe('answered');
});

test('a refused wait for a connection may still time out in the pool', async () => {
  const pool = new pg.Pool({
    connectionString: process.env.DATABASE_URL,
    max: 1,
    connectionTimeoutMillis: 2_000,
  });
  opened.push({ end: () => pool.end() });
  // An exception in this callback comes from a timer of the pool, and would end the process.
  const outcomes: unknown[] = [];
  const connect = pool.connect.bind(pool) as unknown as (done: (...all: unknown[]) => void) => void;
  pool.connect = ((done: (...all: unknown[]) => void) =>
    connect((...all) => {
      try {
        done(...all);
        outcomes.push('returned');
      } catch (error) {
        outcomes.push(error);
      }
    })) as unknown as typeof pool.connect;
  breakCircuit(pool, () => Promise.reject(new Error('no answer')), { suspectMs: 100 });
  const client = await pool.connect();
  client.on('error', () => {
    // The circuit breaker closes its connection.
  });
  try {
    await expect(pool.connect()).rejects.toBeInstanceOf(DatabaseAway);
    await vi.waitFor(() => expect(outcomes).toHaveLength(2), HANG);
  } finally {
    client.release(true);
  }
  expect(outcomes).toEqual(['returned', 'returned']);
});
