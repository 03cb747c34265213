import { expect } from 'vitest';

import type { KillPoint } from '../../../app/lib/kill-points.server.ts';
import { expectNoOrphans } from '../invariants.ts';
import { diesAtEachPoint, eachPoint } from './each-point.ts';
import { makes, OWN_STEPS, UNSURE } from './makes.ts';
import { inStudio, OPENAI, REPLICATE } from './studio.ts';

diesAtEachPoint('image', () =>
  inStudio(async (studio) => {
    const { app, images } = studio;
    const drive = async (model: string, point: KillPoint, times: number) => {
      images.reset();
      const { made } = await makes(studio, [point, times], () => studio.askImage(model));
      // Requested at most once.
      expect(images.requests.length, point).toBeLessThanOrEqual(1);
      // A result that can be found by the provider's id isn't lost.
      if (model === REPLICATE && !UNSURE.has(point)) expect(made, point).toBe(true);
    };
    await eachPoint('image', (point, times) => drive(REPLICATE, point, times), [
      ['media: an object stored', 3],
    ]);
    for (const point of OWN_STEPS) {
      if (!point.includes('word')) await drive(OPENAI, point, 1);
    }
    await expectNoOrphans(app.settings);
  }),
);
