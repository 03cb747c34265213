import { expect } from 'vitest';

import type { KillPoint } from '../../../app/lib/kill-points.server.ts';
import { query } from '../../process/setup.ts';
import { expectNoOrphans } from '../invariants.ts';
import { diesAtEachPoint, eachPoint } from './each-point.ts';
import { makes, OWN_STEPS, UNSURE, untilTakenUpAgain } from './makes.ts';
import { inStudio, isOver, untilJob, type Studio } from './studio.ts';

diesAtEachPoint('video', () =>
  inStudio(async (studio) => {
    const { app, videos } = studio;
    const firstFrameId = await studio.uploadImage();
    const drive = async (point: KillPoint, times: number) => {
      if (point === 'video: poster stored, not noted') return posterSurvives(studio, point);
      videos.reset();
      const isHeld = point === 'video: how far it is, is stored';
      if (isHeld) videos.behave({ hold: point, logs: ' 35%|███▌ | 7/20' });
      const ask = () => studio.askVideo(firstFrameId);
      const { id, made } = await makes(studio, [point, times], () =>
        isHeld ? untilTakenUpAgain(studio, ask, () => videos.release(point)) : ask(),
      );
      expect(videos.requests.length, point).toBeLessThanOrEqual(1);
      expect(made, point).toBe(!UNSURE.has(point));
      if (made) expect(await posterOf(studio, id), point).toBe(true);
    };
    await eachPoint('video', drive);
    for (const point of OWN_STEPS) await drive(point, 1);
    await expectNoOrphans(app.settings);
  }),
);

/** The page that first showed the video sends its poster again. */
async function posterSurvives(studio: Studio, point: KillPoint): Promise<void> {
  const id = await studio.askVideo();
  await untilJob(studio, id, isOver);
  expect(await posterOf(studio, id), point).toBe(false);
  const [item] = await query(
    studio.app.databaseUrl,
    'SELECT id FROM media_items WHERE job_id = $1',
    [id],
  );
  await studio.app.dieAt(point, () => studio.postPoster(String(item?.id)));
  expect(await posterOf(studio, id), point).toBe(true);
}

async function posterOf({ app }: Studio, jobId: string): Promise<boolean> {
  const [item] = await query(
    app.databaseUrl,
    `SELECT metadata ? 'poster' AS poster FROM media_items WHERE job_id = $1`,
    [jobId],
  );
  return item?.poster === true;
}
