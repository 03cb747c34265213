import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { findJob } from '../jobs/job-table.server';
import { trainLora } from '../loras/train-lora.server';
import { isOver, type ImageRequest, type JobView, type LoraRequest } from '../media';
import { mediaMessages } from '../messages';
import { requestImages } from './request-images.server';

/** Asks again for what a job that is over asked for. @throws AppError as `requestImages` */
export async function repeatJob(
  userId: string,
  id: string | undefined,
  clientKey: string,
): Promise<JobView> {
  const row = isId(id) ? await findJob(sql, userId, id) : null;
  if (!row) throw new AppError('not-found', mediaMessages.jobGone);
  if (!isOver(row.state)) throw new AppError('conflict', mediaMessages.notOver);
  const { job } =
    row.kind === 'lora'
      ? await trainLora(userId, (row.request as LoraRequest).loraId, clientKey)
      : await requestImages(userId, clientKey, row.request as ImageRequest);
  return job;
}
