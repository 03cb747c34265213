import { expect } from 'vitest';

import type { KillPoint } from '../../../app/lib/kill-points.server.ts';
import { query } from '../../process/setup.ts';
import { expectNoOrphans } from '../invariants.ts';
import { diesAtEachPoint, eachPoint } from './each-point.ts';
import { makes, OWN_STEPS, untilTakenUpAgain } from './makes.ts';
import { nothingLeftBehind } from './queue-end.ts';
import { inStudio } from './studio.ts';

/** No training is lost: it's found again even if the process died before it heard that the training began. */
diesAtEachPoint('training', () =>
  inStudio(async (studio) => {
    const { app, trainings } = studio;
    const loras: string[] = [];
    const drive = async (point: KillPoint, times: number) => {
      const loraId = await studio.draftLora();
      loras.push(loraId);
      const isHeld = point === 'training: how it stands is stored';
      trainings.behave(isHeld ? { hold: point } : {});
      const train = () => studio.train(loraId);
      const { made } = await makes(studio, [point, times], () =>
        isHeld ? untilTakenUpAgain(studio, train, () => trainings.release(point)) : train(),
      );
      expect(made, point).toBe(true);
      const begun = trainings.trainings.filter(({ destination }) => destination.endsWith(loraId));
      expect(begun, point).toHaveLength(1);
      // Otherwise it couldn't be canceled with its LoRA, or its weights fetched later.
      const [lora] = await query(
        app.databaseUrl,
        'SELECT provider_training AS ref FROM loras WHERE id = $1',
        [loraId],
      );
      expect(lora, point).toEqual({ ref: begun[0]?.id });
    };
    await eachPoint('training', drive);
    for (const point of OWN_STEPS) await drive(point, 1);
    await expectNoOrphans(app.settings);

    for (const loraId of loras) await studio.deleteLora(loraId);
    await nothingLeftBehind(studio);
    expect(trainings.models.size).toBe(0);
    // One uploaded archive was lost track of: the provider deletes it after a day.
    expect(trainings.files.size).toBe(1);
    await expectNoOrphans(app.settings);
  }),
);
