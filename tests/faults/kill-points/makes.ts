import { expect } from 'vitest';

import { KILL_POINTS, type KillPoint } from '../../../app/lib/kill-points.server.ts';
import { expectSound } from '../invariants.ts';
import { isOver, outcomeOf, PRICE, untilJob, type Studio } from './studio.ts';

/** Points after which it's unknown whether the provider has the request: it isn't repeated automatically, and not charged. */
export const UNSURE = new Set<KillPoint>([
  'media: intent recorded, not asked',
  'media: asked, the provider’s word not stored',
]);

/** Steps of the job engine alone, the same for every kind of job and every provider. image.test.ts dies at all of them. */
const ENGINE_STEPS: readonly KillPoint[] = [
  'media: queued, not told',
  'media: taken up, not begun',
  'media: delivered, not told',
  'media: settled, not committed',
  'media: ended, not committed',
  'media: ended, not told',
];

/** Steps of a media job in which each kind of job and each provider has code of its own. */
export const OWN_STEPS = KILL_POINTS.image.filter((point) => !ENGINE_STEPS.includes(point));

/** Generates something while its process dies at `point`, and expects it once, and charged if it exists. */
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

/** Keeps the provider's work running until another process has taken over the job. */
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
