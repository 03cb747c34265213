import { expect } from 'vitest';

import { expectNoOrphans } from '../invariants.ts';
import { diesAtEachPoint, eachPoint } from './each-point.ts';
import { nothingLeftBehind } from './queue-end.ts';
import { inStudio, isOver, untilJob } from './studio.ts';

/** Leftovers of deleted LoRAs are removed, here and at the provider, in any number of attempts. */
diesAtEachPoint('leftovers', () =>
  inStudio(async (studio) => {
    const { app, trainings } = studio;
    await eachPoint('leftovers', async (point) => {
      const loraId = await studio.draftLora();
      await untilJob(studio, await studio.train(loraId), isOver);
      expect(trainings.models.size, point).toBe(1);
      await app.dieAt(point, () => studio.deleteLora(loraId));
      await nothingLeftBehind(studio);
      expect(trainings.models.size, point).toBe(0);
      expect(trainings.files.size, point).toBe(0);
      await expectNoOrphans(app.settings);
    });
  }),
);
