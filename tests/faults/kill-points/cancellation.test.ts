import { expect, vi } from 'vitest';

import { KILL_POINTS, type KillPoint } from '../../../app/lib/kill-points.server.ts';
import { expectNoOrphans, expectSound } from '../invariants.ts';
import { diesAtEachPoint } from './each-point.ts';
import { QUEUE_PATIENCE, untilQueueIsEmpty } from './queue-end.ts';
import { inStudio, isOver, outcomeOf, PRICE, REPLICATE, untilJob, untilKnown } from './studio.ts';

/** A canceled job is also canceled at the provider, even if the process dies that should have told it. */
diesAtEachPoint('cancellation', () =>
  inStudio(async (studio) => {
    const { app, images, trainings, videos } = studio;
    images.behave({ hold: 'for ever' });
    trainings.behave({ hold: 'for ever' });
    videos.behave({ hold: 'for ever' });
    const isBrokenOff = (ref: string) =>
      [...images.cancelled, ...videos.cancelled].includes(ref) ||
      trainings.trainings.some(({ id, cancelled: canceled }) => id === ref && canceled);
    const drive = async (ask: () => Promise<string>, point: KillPoint) => {
      const id = await ask();
      const ref = await untilKnown(studio, id);
      await app.dieAt(point, async () => {
        await studio.cancel(id);
        await untilJob(studio, id, isOver);
        await vi.waitFor(() => expect(ref).toSatisfy(isBrokenOff), QUEUE_PATIENCE);
      });
      await untilQueueIsEmpty(studio);
      const { progress, ...outcome } = await outcomeOf(studio, id);
      expect(outcome, point).toMatchObject({
        state: 'cancelled',
        made: 0,
        calls: 1,
        open: 0,
        // The completed part of a training is billed.
        paid: ref.startsWith('training') ? Math.round((PRICE * (progress ?? 0)) / 100) : 0,
        settlements: 1,
      });
      await expectSound(app.databaseUrl);
    };
    const train = async () => studio.train(await studio.draftLora());
    const isOf = (what: string) => (point: KillPoint) => !point.includes(what);
    const shared: KillPoint[] = ['media: settled, not committed', 'media: ended, not told'];
    const points: KillPoint[] = [...KILL_POINTS.cancellation, ...shared];
    for (const point of points.filter(isOf('prediction'))) await drive(train, point);
    for (const point of points.filter(isOf('training'))) await drive(studio.askVideo, point);
    await drive(() => studio.askImage(REPLICATE), 'cancel: marked, not cut off');
    expect(trainings.files.size).toBe(0);
    await expectNoOrphans(app.settings);
  }),
);
