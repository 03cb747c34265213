import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { findJob } from '../jobs/job-table.server';
import { isOver, type ImageRequest, type JobView, type VideoRequest } from '../media';
import { mediaMessages } from '../messages';
import { requestVideo } from '../videos/request-videos.server';
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
    row.kind === 'video'
      ? await requestVideo(userId, clientKey, row.request as VideoRequest)
      : await requestImages(userId, clientKey, row.request as ImageRequest);
  return job;
}
