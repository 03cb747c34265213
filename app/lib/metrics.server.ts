import type { Counter, Histogram, Registry } from 'prom-client';

import { env } from '../settings/env.server';
import { singleton } from './singleton.server';

// Everything that is counted, in one place. Nothing is loaded or counted without METRICS_TOKEN: prom-client takes 60 ms
// and several MB.

interface Instruments {
  registry: Registry;
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

/** From the fastest page to an answer that takes minutes. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30, 120];

const state = singleton('metrics', () => ({
  instruments: null as Instruments | null,
  loading: null as Promise<Instruments> | null,
  readings: new Map<GaugeName, () => number>(),
}));

/** Starts counting if METRICS_TOKEN is set. */
export async function startMetrics(): Promise<void> {
  if (env().METRICS_TOKEN !== undefined) await (state.loading ??= load());
}

/** All metrics in Prometheus's format. */
export async function readMetrics(): Promise<{ type: string; text: string }> {
  const { registry } = await (state.loading ??= load());
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
  state.instruments = {
    registry,
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
