import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { isForMessage } from '../chat-images/message-image-data.server';
import { followRepetition } from '../chat-images/message-images.server';
import { findJob, findJobByKey, type JobRow } from './job-data.server';
import { trainLora } from '../loras/training/train-lora.server';
import {
  type ImageRequest,
  isOver,
  type JobView,
  type LoraRequest,
  type VideoRequest,
} from '../media';
import { mediaTexts } from '../refusals';
import { requestVideo } from '../videos/request-videos.server';
import { requestImages } from '../images/request-images.server';

/** Requests once more what an ended job was for. @throws AppError as `requestImages`, `requestVideo`, and `trainLora` */
export async function repeatJob(
  userId: UserScope,
  id: string | undefined,
  clientKey: string,
): Promise<JobView> {
  const row = isId(id) ? await findJob(userId, id) : null;
  if (!row) throw new AppError('not-found', mediaTexts.jobGone);
  if (!isOver(row.state)) throw new AppError('conflict', mediaTexts.notOver);
  const { job } = await requestSame(userId, clientKey, row);
  return job;
}

async function requestSame(
  userId: UserScope,
  clientKey: string,
  { id, kind, request }: JobRow,
): Promise<{ job: JobView }> {
  switch (kind) {
    case 'image': {
      const key = (await isOfMessage(userId, id)) ? id : clientKey;
      return requestImages(userId, key, request as ImageRequest, (db, job) =>
        followRepetition(db, job, id),
      );
    }
    case 'video':
      return requestVideo(userId, clientKey, request as VideoRequest);
    case 'lora':
      // The rights were confirmed for the job, and still are unless images were added since.
      return trainLora(userId, (request as LoraRequest).loraId, {
        clientKey,
        rightsConfirmed: false,
      });
  }
}

/**
 * Whether a job is, or was, to make an image of a message. Its id is the key of the job that repeats it, so that two tabs that try the
 * same place again get one job.
 */
async function isOfMessage(userId: UserScope, id: string): Promise<boolean> {
  return (await isForMessage(userId, id)) || (await findJobByKey(userId, id)) !== null;
}
