import type { Counter, Gauge, Histogram, Registry } from 'prom-client';

import { env } from '../settings/env.server';
import { APP_VERSION } from './app-version';
import { log } from './log.server';
import { singleton } from './singleton.server';

// Everything that is counted, in one place. Nothing is loaded or counted without METRICS_TOKEN: prom-client takes 60 ms
// and several MB.

interface Instruments {
  registry: Registry;
  shared: Map<SharedGaugeName, Gauge>;
  requests: Histogram<'method' | 'route' | 'status'>;
  generations: Counter<'kind' | 'state'>;
  tokens: Counter<'kind'>;
  jobs: Counter<'job' | 'outcome'>;
  mails: Counter<'kind' | 'outcome'>;
  refusals: Counter<'limit'>;
}

const GAUGES = {
  brandwright_sockets_connected: 'Sockets of open tabs on this process.',
  brandwright_generations_running: 'Answers that this process is writing.',
  brandwright_database_connections: 'Connections of the pool that all queries share.',
  brandwright_database_connections_idle: 'Idle connections of the pool.',
  brandwright_database_waiting: 'Queries that wait for a connection.',
} as const;

export type GaugeName = keyof typeof GAUGES;

/** Read from the database at each request for metrics, so all processes report the same. */
const SHARED_GAUGES = {
  brandwright_jobs_waiting: 'Background jobs that are due and that no process has started.',
  brandwright_jobs_waiting_seconds: 'How long the oldest of them has been due.',
  brandwright_last_backup_timestamp_seconds:
    'When the last backup was complete, in Unix time. Missing before the first one.',
} as const;

export type SharedGaugeName = keyof typeof SHARED_GAUGES;

/** The values that are known; the others are left out. */
type SharedReading = () => Promise<Partial<Record<SharedGaugeName, number>>>;

/** From the fastest page to an answer that takes minutes. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30, 120];

const state = singleton('metrics', () => ({
  instruments: null as Instruments | null,
  loading: null as Promise<Instruments> | null,
  readings: new Map<GaugeName, () => number>(),
  sharedReadings: new Map<string, SharedReading>(),
}));

/** Starts counting if METRICS_TOKEN is set. */
export async function startMetrics(): Promise<void> {
  if (env().METRICS_TOKEN !== undefined) await (state.loading ??= load());
}

/** All metrics in Prometheus's format. Those of a database that is away are left out. */
export async function readMetrics(): Promise<{ type: string; text: string }> {
  const { registry, shared } = await (state.loading ??= load());
  const read = await Promise.all([...state.sharedReadings.values()].map(readInTime));
  const values: Partial<Record<SharedGaugeName, number>> = Object.assign({}, ...read);
  for (const [name, gauge] of shared) {
    const value = values[name];
    if (value === undefined) gauge.remove();
    else gauge.set(value);
  }
  return { type: registry.contentType, text: await registry.metrics() };
}

async function load(): Promise<Instruments> {
  const { default: prometheus } = await import('prom-client');
  const { Counter, Gauge, Histogram, collectDefaultMetrics, Registry } = prometheus;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const [name, help] of Object.entries(GAUGES)) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(state.readings.get(name as GaugeName)?.() ?? 0);
      },
    });
  }
  new Gauge({
    name: 'brandwright_info',
    help: 'Always 1, with the version of this process.',
    labelNames: ['version'],
    registers,
  }).set({ version: APP_VERSION }, 1);
  const shared = Object.entries(SHARED_GAUGES).map(
    ([name, help]) => [name as SharedGaugeName, new Gauge({ name, help, registers })] as const,
  );
  state.instruments = {
    registry,
    shared: new Map(shared),
    requests: new Histogram({
      name: 'brandwright_http_request_duration_seconds',
      help: 'HTTP requests, by the pattern of their address and the class of their status.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers,
    }),
    generations: new Counter({
      name: 'brandwright_generations_total',
      help: 'Answers that have ended, by how.',
      labelNames: ['kind', 'state'],
      registers,
    }),
    tokens: new Counter({
      name: 'brandwright_tokens_total',
      help: 'Weighed tokens: used by people, charged to them, and paid by the operator.',
      labelNames: ['kind'],
      registers,
    }),
    jobs: new Counter({
      name: 'brandwright_jobs_total',
      help: 'Runs of background jobs in this process.',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    mails: new Counter({
      name: 'brandwright_mails_total',
      help: 'Tries to send a mail.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    refusals: new Counter({
      name: 'brandwright_rate_limit_refusals_total',
      help: 'What was refused because it came too often.',
      labelNames: ['limit'],
      registers,
    }),
  };
  return state.instruments;
}

/** Registers a value that is read whenever metrics are requested; registering again replaces the earlier reading. */
export function reportGauge(name: GaugeName, read: () => number): void {
  state.readings.set(name, read);
}

/** The same for values that several processes share; `name` stands for the reading. */
export function reportShared(name: string, read: SharedReading): void {
  state.sharedReadings.set(name, read);
}

const SHARED_MS = 1_000;

/** Monitoring must answer while the database doesn't. */
async function readInTime(read: SharedReading): Promise<object> {
  const late = Promise.withResolvers<object>();
  const timer = setTimeout(() => late.resolve({}), SHARED_MS);
  try {
    return await Promise.race([read(), late.promise]);
  } catch (err) {
    log.warn({ err }, "can't read a metric from the database");
    return {};
  } finally {
    clearTimeout(timer);
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** `route` is a pattern, never an address: there would be as many series as ids. */
export function countRequest(request: {
  method: string;
  route: string;
  status: number;
  seconds: number;
}): void {
  const { method, route, status, seconds } = request;
  state.instruments?.requests.observe(
    {
      method: METHODS.has(method) ? method : 'other',
      route,
      status: `${Math.floor(status / 100)}xx`,
    },
    seconds,
  );
}

export function countGeneration(kind: string, endState: string): void {
  state.instruments?.generations.inc({ kind, state: endState });
}

export function recordTokens(kind: 'used' | 'charged' | 'house', tokens: number): void {
  if (tokens > 0) state.instruments?.tokens.inc({ kind }, tokens);
}

export function countJob(job: string, outcome: 'done' | 'failed'): void {
  state.instruments?.jobs.inc({ job, outcome });
}

export function countEmail(kind: string, outcome: 'sent' | 'failed'): void {
  state.instruments?.mails.inc({ kind, outcome });
}

export function countRefusal(limit: string): void {
  state.instruments?.refusals.inc({ limit });
}
