import { expect } from 'vitest';

import type { KillPoint } from '../../../app/lib/kill-points.server.ts';
import { expectSound } from '../invariants.ts';
import { isOver, outcomeOf, PRICE, untilJob, type Studio } from './studio.ts';

/** Whether the provider has it cannot be known: it is not asked again by itself, and not paid. */
export const UNSURE = new Set<KillPoint>([
  'media: intent recorded, not asked',
  'media: asked, the provider’s word not stored',
]);

/** Has something made, through its process's death at `point`: once, and paid if it is there. */
export async function makes(
  studio: Studio,
  [point, times]: [KillPoint, number],
  ask: () => Promise<string>,
): Promise<{ id: string; made: boolean }> {
  const id = await studio.app.dieAt(
    point,
    async () => {
      const asked = await ask();
      await untilJob(studio, asked, isOver);
      return asked;
    },
    times,
  );
  const { state, made, calls, open, paid, settlements } = await outcomeOf(studio, id);
  const succeeded = state === 'succeeded';
  expect({ state, made, calls, open, paid, settlements }, point).toEqual({
    state: succeeded ? 'succeeded' : 'failed',
    made: succeeded ? 1 : 0,
    calls: 1,
    open: 0,
    paid: succeeded ? PRICE : 0,
    settlements: 1,
  });
  await expectSound(studio.app.databaseUrl);
  return { id, made: succeeded };
}

/** Goes on at the provider until another process has taken the job up. */
export async function untilTakenUpAgain(
  studio: Studio,
  ask: () => Promise<string>,
  release: () => void,
): Promise<string> {
  const id = await ask();
  await untilJob(studio, id, ({ attempt }) => attempt === 2);
  release();
  return id;
}
