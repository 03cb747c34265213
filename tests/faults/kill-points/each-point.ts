import { beforeAll, it } from 'vitest';

import { KILL_POINTS, type KillPoint } from '../../../app/lib/kill-points.server.ts';
import { buildKillable } from '../../../scripts/build.mjs';
import { MINUTE_MS } from '../../../app/lib/time.ts';

type Journey = keyof typeof KILL_POINTS;

/** Kills the app at each point of a journey and restarts it, while its users retry as pages do. */
export function diesAtEachPoint(journey: Journey, work: () => Promise<void>): void {
  beforeAll(async () => void (await buildKillable()), 10 * MINUTE_MS);
  it(
    `${journey}: nothing is lost, duplicated, or left running when the app dies at any point`,
    work,
    20 * MINUTE_MS,
  );
}

/** Kills the app when it passes a point for the nth time, and checks the outcome. */
type Drive = (point: KillPoint, times: number) => Promise<void>;

/** Tries each point of a journey; some are passed several times, and each pass is tried. */
export async function eachPoint(
  journey: Journey,
  drive: Drive,
  again: readonly [KillPoint, number][] = [],
): Promise<void> {
  for (const point of KILL_POINTS[journey]) await drive(point, 1);
  for (const [point, times] of again) await drive(point, times);
}

/** Closes what a test has opened, even if it fails. */
export async function among<T>(
  opened: { close(): Promise<unknown> },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    await opened.close();
  }
}

/** Repeats the work until it succeeds, as a user would. */
export async function untilTaken<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + MINUTE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
