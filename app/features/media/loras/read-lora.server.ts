import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { samplesOfLora } from '../gallery/item-data.server';
import { itemView } from '../gallery/item-view';
import { findJob } from '../jobs/job-data.server';
import { viewJob } from '../jobs/view-job.server';
import type { LoraDetails } from '../media';
import { mediaTexts } from '../texts';
import { listLoraImages } from './images/lora-image-data.server';
import { findLora } from './lora-data.server';
import { loraImageView, loraView } from './lora-view';

const SAMPLES = 24;

/** A LoRA with its pictures, its training and what was made with it. @throws AppError `not-found` */
export async function readLora(userId: string, id: string | undefined): Promise<LoraDetails> {
  const row = isId(id) ? await findLora(sql, userId, id) : null;
  if (!row) throw new AppError('not-found', mediaTexts.loraGone);
  const [pictures, job, samples] = await Promise.all([
    listLoraImages(sql, userId, row.id),
    row.jobId === null ? null : findJob(sql, userId, row.jobId),
    samplesOfLora(sql, userId, row.id, SAMPLES),
  ]);
  return {
    ...loraView(row),
    pictures: pictures.map(loraImageView),
    job: job && (await viewJob(job)),
    logTail: row.logTail,
    samples: samples.map(itemView),
    rightsConfirmedAt: row.rightsConfirmedAt?.toISOString() ?? null,
  };
}
