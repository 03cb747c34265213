import { setTimeout as sleep } from 'node:timers/promises';

import { answerOf, type Behavior } from '../fakes/openai.ts';
import type { ChatTarget, Seen } from './chat-targets.ts';
import { cpuMicroseconds, residentMb } from './processes.ts';
import { atLeast, atMost, noted, type Line } from './report.ts';
import { median, percentile } from './statistics.ts';

/** The provider, the floors, and the app, measured in turns. */
export interface ChatTargets {
  provider: ChatTarget;
  /** A relay that parses and stores nothing. */
  pipe?: ChatTarget;
  /** A minimal relay that stores. */
  floor: ChatTarget;
  app: ChatTarget;
}

type Name = keyof ChatTargets;

function present(targets: ChatTargets): [Name, ChatTarget][] {
  return Object.entries(targets) as [Name, ChatTarget][];
}

const ROUNDS = 3;
/** The pause between measurements, so that work after one doesn't load the next. */
const REST_MS = 700;

/** Warms up connections, compiled code, and caches, as in a server that has run for a while. */
export async function warmUp(targets: ChatTargets): Promise<void> {
  for (const [, target] of present(targets)) {
    await askAll(target, 25, { tokens: 3 });
    await askAll(target, 100, { tokens: 50, rate: 100 });
    await askAll(target, 20, { tokens: 1_000 });
  }
}

function askAll(
  target: ChatTarget,
  streams: number,
  behavior: Behavior,
  spreadMs = 0,
): Promise<Seen[]> {
  return Promise.all(
    Array.from({ length: streams }, async (_, slot) => {
      if (spreadMs > 0) await sleep((spreadMs * slot) / streams);
      return target.ask(slot, behavior);
    }),
  );
}

/** Row 1: one stream at a time, the three targets in turns. */
export async function measureFirstToken(targets: ChatTargets, label: string): Promise<Line[]> {
  const times: Record<Name, number[]> = { provider: [], pipe: [], floor: [], app: [] };
  for (let turn = 0; turn < 200; turn += 1) {
    for (const [name, target] of present(targets)) {
      const seen = await target.ask(turn, { tokens: 3 });
      times[name].push(seen.firstTokenMs);
    }
  }
  const provider = median(times.provider);
  const over = (name: Name, share: number) => percentile(times[name], share) - provider;
  const figure = (share: number, what: string) => ({
    row: 1,
    what: `first token over the provider, ${what}${label}`,
    unit: 'ms',
    app: over('app', share),
    floor: over('floor', share),
  });
  return [
    atMost(8, figure(0.5, 'p50'), 2),
    atMost(20, figure(0.95, 'p95'), 2),
    ...(targets.pipe
      ? [noted({ row: 1, what: '  of a bare relay, p50', unit: 'ms', app: over('pipe', 0.5) })]
      : []),
  ];
}

/** The figures of simultaneous streams. */
export interface Load {
  firstP50: number;
  firstP95: number;
  delayP50: number;
  delayP95: number;
  tokensPerSecond: number;
  cpuPerToken: number;
  peakMb: number;
}

/** Runs simultaneous streams, starting at once or spread over some time. */
export async function load(
  target: ChatTarget,
  streams: number,
  behavior: Behavior,
  spreadMs = 0,
): Promise<Load> {
  const { pid } = target;
  let peakMb = 0;
  const watch = setInterval(() => {
    if (pid !== null) peakMb = Math.max(peakMb, residentMb(pid));
  }, 100);
  const cpuBefore = pid === null ? NaN : cpuMicroseconds(pid);
  const seen = await askAll(target, streams, behavior, spreadMs).finally(() =>
    clearInterval(watch),
  );
  // Work after the last token (storing, settling) is part of the tokens' cost.
  await sleep(REST_MS);
  const cpu = pid === null ? NaN : cpuMicroseconds(pid) - cpuBefore;
  const tokens = streams * (behavior.tokens ?? 0);
  const first = seen.map(({ firstTokenMs }) => firstTokenMs);
  const delays = seen.flatMap(({ delaysMs }) => delaysMs);
  if (behavior.kind === 'stamps' && delays.length !== tokens) {
    throw new Error(`${target.name}: ${delays.length} of ${tokens} tokens arrived`);
  }
  return {
    firstP50: percentile(first, 0.5),
    firstP95: percentile(first, 0.95),
    delayP50: percentile(delays, 0.5),
    delayP95: percentile(delays, 0.95),
    tokensPerSecond: tokens / (Math.max(...seen.map(({ lastTokenMs }) => lastTokenMs)) / 1_000),
    cpuPerToken: cpu / tokens,
    peakMb,
  };
}

/** The median of each figure over the rounds, floor and app in turns. */
async function inRounds(
  targets: ChatTargets,
  streams: number,
  behavior: Behavior,
): Promise<{ app: Load; floor: Load }> {
  const rounds: { app: Load; floor: Load }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const floor = await load(targets.floor, streams, behavior);
    const app = await load(targets.app, streams, behavior);
    rounds.push({ floor, app });
  }
  const middle = (of: 'app' | 'floor') => {
    const loads = rounds.map((round) => round[of]);
    const keys = Object.keys(loads[0] as Load) as (keyof Load)[];
    return Object.fromEntries(keys.map((key) => [key, median(loads.map((one) => one[key]))]));
  };
  return { app: middle('app') as unknown as Load, floor: middle('floor') as unknown as Load };
}

/** Rows 2 and 14: 100 streams that are offered 5,000 tokens a second. */
export async function measureManyStreams(targets: ChatTargets, label: string): Promise<Line[]> {
  const { app, floor } = await inRounds(targets, 100, { kind: 'stamps', tokens: 250, rate: 50 });
  const figure = (key: keyof Load, row: number, what: string, unit: string) => ({
    row,
    what: `100 streams, ${what}${label}`,
    unit,
    app: app[key],
    floor: floor[key],
  });
  return [
    atMost(250, figure('firstP50', 2, 'first token p50', 'ms')),
    atMost(400, figure('firstP95', 2, 'first token p95', 'ms')),
    atLeast(4_600, figure('tokensPerSecond', 2, 'delivered of 5,000', 'tokens/s')),
    atMost(110, figure('cpuPerToken', 2, 'CPU of the process', 'µs/token')),
    noted(figure('delayP50', 2, 'delay per token p50', 'ms')),
    noted(figure('delayP95', 2, 'delay per token p95', 'ms')),
    atMost(230, figure('peakMb', 14, 'memory', 'MB')),
  ];
}

/** Row 4: 20 streams at full speed; every character must arrive. */
export async function measureFlatOut(targets: ChatTargets): Promise<Line[]> {
  const behavior: Behavior = { tokens: 10_000 };
  const whole = answerOf(behavior).length;
  const rates: Record<Name, number[]> = { provider: [], pipe: [], floor: [], app: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, target] of present(targets)) {
      const start = performance.now();
      const seen = await askAll(target, 20, behavior);
      const seconds = (performance.now() - start) / 1_000;
      if (seen.some(({ length }) => length !== whole)) {
        throw new Error(`${name}: an answer arrived incomplete`);
      }
      rates[name].push((20 * 10_000) / seconds);
      await sleep(REST_MS);
    }
  }
  const unit = 'tokens/s';
  return [
    atLeast(40_000, {
      row: 4,
      what: '20 streams flat out, stored',
      unit,
      app: median(rates.app),
      floor: median(rates.floor),
    }),
    noted({ row: 4, what: '  the provider alone', unit, app: median(rates.provider) }),
    ...(targets.pipe
      ? [noted({ row: 4, what: '  a bare relay', unit, app: median(rates.pipe) })]
      : []),
  ];
}

/** Row 5: each token's delay between the provider and the reader, with 20 streams. */
export async function measureDelay(targets: ChatTargets): Promise<Line[]> {
  const { app, floor } = await inRounds(targets, 20, { kind: 'stamps', tokens: 200, rate: 50 });
  const figure = (key: 'delayP50' | 'delayP95', what: string) => ({
    row: 5,
    what: `20 streams, delay per token ${what}`,
    unit: 'ms',
    app: app[key],
    floor: floor[key],
  });
  return [atMost(1, figure('delayP50', 'p50')), atMost(4, figure('delayP95', 'p95'))];
}

/** The delay per token of 20 streams (p95, ms) during `work`. */
export async function measureDelayDuring(
  { app }: ChatTargets,
  work: () => Promise<unknown>,
): Promise<number> {
  const working = { isOver: false };
  const worked = work().finally(() => (working.isOver = true));
  const delays: number[] = [];
  while (!working.isOver) {
    const seen = await askAll(app, 20, { kind: 'stamps', tokens: 50, rate: 50 });
    delays.push(...seen.flatMap(({ delaysMs }) => delaysMs));
  }
  await worked;
  return percentile(delays, 0.95);
}
