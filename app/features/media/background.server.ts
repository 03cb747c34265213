import type { BackgroundWork } from '~/engine/queue/index.server';

import { purgeMedia } from './gallery/purge-media.server';
import { drainMedia, startMediaWorker } from './jobs/liveness.server';
import { predictionEnd } from './jobs/predictions.server';
import { mediaTurn } from './jobs/worker.server';
import { loraLeftovers, purgeLoras } from './loras/lora-leftovers.server';
import { trainingEnd } from './loras/training/training-end.server';
import { jobEmail } from './notices/job-email.server';

export const mediaBackground: BackgroundWork = {
  scheduled: [
    { name: 'tidy-media', cron: '47 * * * *', run: purgeMedia },
    { name: 'tidy-loras', cron: '*/20 * * * *', run: purgeLoras },
  ],
  queued: [mediaTurn, jobEmail, predictionEnd, trainingEnd, loraLeftovers],
  start: startMediaWorker,
  stop: drainMedia,
};
