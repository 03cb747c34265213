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

/** A pool that reaches the test's database over a line, and how often the database was asked whether it answers. */
async function poolOverLine(): Promise<{ pool: pg.Pool; line: Line; probes: () => number }> {
  const url = new URL(process.env.DATABASE_URL ?? '');
  const line = await openLine(Number(url.port));
  url.port = String(line.port);
  // Else it would go by the socket, past the line.
  url.search = '';
  const connectionString = url.href;
  const pool = new pg.Pool({ connectionString, max: 2, pipeline: true });
  pool.on('error', () => {
    // Told to those who wait.
  });
  pool.on('connect', (client) =>
    client.on('error', () => {
      // Told to those who wait.
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

test('a database that hangs fails those who wait, and then everyone at once until it answers', async () => {
  const { pool, line } = await poolOverLine();
  expect(await answers(pool)).toBe('answered');
  line.stall();
  // Two take the connections, the others wait for one.
  const waiting = await Promise.all(Array.from({ length: 6 }, () => answers(pool)));
  for (const told of waiting) expect(told).toMatch(/does not answer|Connection terminated/);
  // At once: before any timer or socket could have had a part in it.
  const asked = pool.connect().catch((error: unknown) => error);
  const first = await Promise.race([
    asked,
    new Promise((resolve) => setImmediate(() => setImmediate(resolve, 'later'))),
  ]);
  expect(first).toBeInstanceOf(DatabaseAway);
  line.restore();
  await vi.waitFor(async () => expect(await answers(pool)).toBe('answered'), HANG);
});

test('a transaction that hangs fails as well, and gives its connection back', async () => {
  const { pool, line } = await poolOverLine();
  const client = await pool.connect();
  await client.query('BEGIN');
  line.stall();
  await expect(client.query('SELECT 1')).rejects.toThrow('Connection terminated');
  client.release(true);
  line.restore();
  await vi.waitFor(async () => expect(await answers(pool)).toBe('answered'), HANG);
});

test('a statement that is slow on a database that answers is left alone', async () => {
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

test('a connection that is refused is told as such, without a wait', async () => {
  const { pool, line } = await poolOverLine();
  line.cut();
  await expect(pool.query('SELECT 1')).rejects.toBeInstanceOf(DatabaseAway);
  line.restore();
  expect(await answers(pool)).toBe('answered');
});
