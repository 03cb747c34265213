import { readdir } from 'node:fs/promises';

import { readBacklog } from '~/engine/queue/index.server';
import { BACKUP, lastActAt } from '~/features/accounts/index.server';
import { objects } from '~/gateways/objects/index.server';
import { describeFailure, retryHeader } from '~/http/failure.server';
import { pool, sql } from '~/lib/db/index.server';
import { isDiskFull } from '~/lib/files/disk.server';
import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';
import { readMetrics, reportGauge, reportShared } from '~/lib/metrics.server';
import { isSameSecret } from '~/lib/security/encryption.server';
import { singleton } from '~/lib/singleton.server';

import { sharedCheck } from './shared-check';

/** What must work before a load balancer may send requests to this process. */
export type ReadinessPart = 'process' | 'disk' | 'database' | 'migrations' | 'objects';

/** Longer for a bucket, which may be far away. */
const TIMEOUT_MS = { database: 1_000, migrations: 1_000, objects: 3_000 };

const state = singleton('readiness', () => ({
  stopping: false,
  checks: {
    database: partCheck('database', databaseAnswers, 1_000),
    migrations: partCheck('migrations', isMigrated, 10_000),
    objects: partCheck('objects', objectsAnswer, 5_000),
  },
}));

/** Logs the cause at each change, because probes don't get it. */
function partCheck(part: keyof typeof TIMEOUT_MS, check: () => Promise<boolean>, keepMs: number) {
  return sharedCheck(check, {
    keepMs,
    timeoutMs: TIMEOUT_MS[part],
    onChange(passed, err) {
      if (passed) log.info({ part }, 'ready again');
      else log.warn({ err, part }, 'not ready');
    },
  });
}

/** Makes this process unready, so that load balancers send requests elsewhere. */
export function announceShutdown(): void {
  state.stopping = true;
}

/** The parts that don't work at the moment; empty if this process is ready. Never rejects. */
export async function failingParts(): Promise<ReadinessPart[]> {
  if (state.stopping) return ['process'];
  const names = Object.keys(state.checks) as (keyof typeof state.checks)[];
  const passed = await Promise.all(names.map((name) => state.checks[name]()));
  const failing = names.filter((_name, index) => !passed[index]);
  return isDiskFull() ? ['disk', ...failing] : failing;
}

/** SQL: needs nothing but an answer. */
async function databaseAnswers(): Promise<boolean> {
  await sql.query('SELECT 1');
  return true;
}

async function objectsAnswer(): Promise<boolean> {
  await (await objects()).check();
  return true;
}

/**
 * Whether the database has all migrations of this version; it may also have newer ones, from a later version. SQL: the
 * table is Prisma's own, without a model.
 */
async function isMigrated(): Promise<boolean> {
  const entries = await readdir('prisma/migrations', { withFileTypes: true });
  const known = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const [row] = await sql.query<{ missing: number }>(
    `SELECT count(*) AS missing FROM unnest($1::text[]) AS known (name)
      WHERE NOT EXISTS (SELECT FROM _prisma_migrations m
                         WHERE m.migration_name = known.name AND m.finished_at IS NOT NULL AND m.rolled_back_at IS NULL)`,
    [known],
  );
  return row?.missing === 0;
}

/** GET /healthz: the process answers. It checks nothing else: a database outage is no reason to restart the app. */
export function health(): Response {
  return answer(200, { status: 'ok' });
}

/** GET /readyz: this process can serve; 503 names the parts that don't work, without the cause. Never rejects. */
export async function readiness(): Promise<Response> {
  const failing = await failingParts();
  return failing.length === 0
    ? answer(200, { status: 'ready' })
    : answer(503, { status: 'unavailable', failing });
}

function answer(status: number, body: object): Response {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  };
  return new Response(JSON.stringify(body), { status, headers });
}

const NOT_STORED = { 'Cache-Control': 'no-store' };
const TEXT = { ...NOT_STORED, 'Content-Type': 'text/plain; charset=utf-8' };

reportGauge('brandwright_database_connections', () => pool.totalCount);
reportGauge('brandwright_database_connections_idle', () => pool.idleCount);
reportGauge('brandwright_database_waiting', () => pool.waitingCount);

reportShared('queue', async () => {
  const { waiting, oldestSeconds } = await readBacklog(sql);
  return { brandwright_jobs_waiting: waiting, brandwright_jobs_waiting_seconds: oldestSeconds };
});
reportShared('backup', async () => {
  const madeAt = await lastActAt(BACKUP);
  return madeAt === null
    ? {}
    : { brandwright_last_backup_timestamp_seconds: madeAt.getTime() / 1_000 };
});

/** GET /metrics, with METRICS_TOKEN as its bearer token; 404 without that setting. Never rejects. */
export async function metrics(authorization: string | null): Promise<Response> {
  const token = env().METRICS_TOKEN;
  if (token === undefined) {
    return new Response('There is no such page.', { status: 404, headers: TEXT });
  }
  if (!isSameSecret(authorization ?? '', `Bearer ${token}`)) {
    const headers = { ...TEXT, 'WWW-Authenticate': 'Bearer' };
    return new Response('This needs the token of METRICS_TOKEN.', { status: 401, headers });
  }
  try {
    const { type, text } = await readMetrics();
    return new Response(text, { headers: { ...NOT_STORED, 'Content-Type': type } });
  } catch (err) {
    const { status, error, retryAfter } = describeFailure(err);
    return new Response(error, { status, headers: { ...TEXT, ...retryHeader({ retryAfter }) } });
  }
}
