import { beforeAll, it } from 'vitest';

import { KILL_POINTS, type KillPoint } from '../../../app/lib/kill-points.server.ts';
import { buildKillable } from '../../../scripts/build.mjs';
import { MINUTE_MS } from '../../../app/lib/time.ts';

type Journey = keyof typeof KILL_POINTS;

/** The app dies at each point of a journey and is started again; whoever uses it goes on as pages do. */
export function diesAtEachPoint(journey: Journey, work: () => Promise<void>): void {
  beforeAll(async () => void (await buildKillable()), 10 * MINUTE_MS);
  it(`${journey}: nothing is lost, doubled or left running`, work, 20 * MINUTE_MS);
}

/** Has the app die at a point that is passed for the nth time, and sees that all is as promised. */
type Drive = (point: KillPoint, times: number) => Promise<void>;

/** Every point of a journey in its turn; some are passed several times, and must hold there, too. */
export async function eachPoint(
  journey: Journey,
  drive: Drive,
  again: readonly [KillPoint, number][] = [],
): Promise<void> {
  for (const point of KILL_POINTS[journey]) await drive(point, 1);
  for (const [point, times] of again) await drive(point, times);
}

/** Ends what a test has opened, whatever came of it. */
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

/** As whoever does it tries again until it is taken. */
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
