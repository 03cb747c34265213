import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeEach, expect, test, vi } from 'vitest';

import { spyOnStatements } from '../../harness/statements';

const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-ready-'));
process.env.DATA_DIR = dataDir;

const { announceShutdown, health, readiness } =
  await import('~/features/admin/health/readiness.server');
const { pool, sql } = await import('~/lib/db/index.server');

const READY = { status: 200, body: { status: 'ready' } };

async function read(answer: Response | Promise<Response>) {
  const response = await answer;
  return { status: response.status, body: (await response.json()) as object };
}

function failing(...parts: string[]) {
  return { status: 503, body: { status: 'unavailable', failing: parts } };
}

// Outcomes are valid for some seconds; instead of waiting, the tests move the clock forward.
let skipped = 0;
const realNow = performance.now.bind(performance);
vi.spyOn(performance, 'now').mockImplementation(() => realNow() + skipped);
beforeEach(() => void (skipped += 60_000));

afterAll(() => {
  vi.restoreAllMocks();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a process is ready if its database answers and is migrated, and it has an object store', async () => {
  expect(await read(readiness())).toEqual(READY);
});

test('many probes at once query the database once', async () => {
  const query = spyOnStatements();
  await Promise.all(Array.from({ length: 50 }, () => readiness()));
  // Once for the database, once for its migrations.
  expect(query).toHaveBeenCalledTimes(2);
  query.mockRestore();
});

test('a missing or unfinished migration makes a process unready, and a newer one does not', async () => {
  const undone = `UPDATE _prisma_migrations SET finished_at = NULL
                   WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`;
  const done = 'UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL';
  await sql.query(undone);
  expect(await read(readiness())).toEqual(failing('migrations'));
  await sql.query(done);
  // The outcome is valid for a while.
  expect(await read(readiness())).toEqual(failing('migrations'));
  skipped += 60_000;
  expect(await read(readiness())).toEqual(READY);
  await sql.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
     VALUES ('x', 'x', '29991231000000_of_a_later_version', now())`,
  );
  skipped += 60_000;
  expect(await read(readiness())).toEqual(READY);
});

test('a database that takes too long counts as failed for all probes', async () => {
  const hanging = vi.spyOn(pool, 'query').mockReturnValue(new Promise(() => {}) as never);
  const answers = await Promise.all([readiness(), readiness()]);
  for (const answer of answers)
    expect(await read(answer)).toEqual(failing('database', 'migrations'));
  hanging.mockRestore();
});

test('a broken object store or a shutdown makes a process unready, but not unhealthy', async () => {
  vi.resetModules();
  (globalThis as { __brandwright?: Map<string, unknown> }).__brandwright?.delete('objects');
  (globalThis as { __brandwright?: Map<string, unknown> }).__brandwright?.delete('readiness');
  rmSync(join(dataDir, 'objects'), { recursive: true });
  writeFileSync(join(dataDir, 'objects'), '');
  const fresh = await import('~/features/admin/health/readiness.server');
  expect(await read(fresh.readiness())).toEqual(failing('objects'));
  expect(await read(fresh.health())).toEqual({ status: 200, body: { status: 'ok' } });
  fresh.announceShutdown();
  // Nothing else is checked during a shutdown.
  expect(await read(fresh.readiness())).toEqual(failing('process'));
  expect(await read(health())).toEqual({ status: 200, body: { status: 'ok' } });
  announceShutdown();
});
