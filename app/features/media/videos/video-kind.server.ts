import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { LeaseLost } from '~/engine/leases/index.server';
import { hasRoom, lockStorage } from '~/engine/user-data/index.server';
import { objects, ObjectStoreError } from '~/gateways/objects/index.server';
import {
  followVideo,
  ProviderError,
  startVideo,
  type VideoModelSetting,
  type VideoOrder,
  videoReason,
} from '~/gateways/video/index.server';
import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { inTemporary } from '~/lib/files/temporary.server';

import { countGenerated, findItem, insertItem, itemsOfJobs } from '../gallery/item-data.server';
import { itemEvent, itemView } from '../gallery/item-view';
import { removeImageFiles, objectKey } from '../gallery/image-files.server';
import { jobBase } from '../jobs/job-view.server';
import type { JobRow } from '../jobs/job-data.server';
import { JobFailed, type JobWork, type MediaKind } from '../jobs/kinds.server';
import { endPredictions } from '../jobs/predictions.server';
import type { JobView, VideoRequest } from '../media';
import { mediaTexts } from '../texts';
import {
  duplicatePoster,
  type ReadVideo,
  readVideoFile,
  storeVideo,
  videoRefusal,
} from './video-files.server';
import { findVideoModel } from './video-models.server';

/** Videos: one of a job, which the provider goes on with whatever becomes of this process. */
export const videoKind: MediaKind = {
  async run(work) {
    const { userId } = work.job;
    const request = requestOf(work.job);
    const model = findVideoModel(request.model);
    if (!model) throw new JobFailed(mediaTexts.modelGone);
    if (!(await hasRoom(sql, userId, 0))) throw new JobFailed(mediaTexts.storageFull);
    const calls = await work.calls();
    // It came, and only the job's end was not written down.
    if (calls.some(({ state }) => state === 'done')) return;
    const open = calls.find(({ state }) => state === 'asked');
    await inTemporary(async (directory) => {
      const file = join(directory, 'input');
      const order: VideoOrder = {
        ...request,
        file,
        signal: work.signal,
        async onProgress(percent) {
          await work.progress(percent);
          KILLABLE: killPoint('video: how far it is, is stored');
        },
      };
      const callId = await had(work, model, order, request, open);
      KILLABLE: killPoint('video: fetched, not read');
      await keep(work, request, { callId, file });
    });
  },

  async made(tx, job) {
    const made = Math.min(1, await countGenerated(tx, job.id));
    return { made, wanted: 1, tokens: made * job.tokens };
  },

  async view(sql, jobs) {
    const ids = jobs.map(({ id }) => id);
    const items = await itemsOfJobs(sql, ids);
    return jobs.map((job): JobView => ({
      ...jobBase(job, items),
      kind: 'video',
      request: requestOf(job),
    }));
  },

  cancelled: endPredictions,
};

function requestOf(job: JobRow): VideoRequest {
  return job.request as VideoRequest;
}

/** Has the video made, or goes on with one that was asked for earlier; answers with its call. */
async function had(
  work: JobWork,
  model: VideoModelSetting,
  order: VideoOrder,
  { firstFrameId }: VideoRequest,
  open: { id: string; providerRef: string | null } | undefined,
): Promise<string> {
  let ref = open?.providerRef ?? null;
  const firstFrame = ref === null ? await readImage(work.job.userId, firstFrameId) : undefined;
  const callId =
    open?.id ?? (await work.intend({ position: 0, provider: 'replicate', model: model.id }));
  try {
    if (ref === null) {
      ref = await startVideo(model, { ...order, ...(firstFrame && { firstFrame }) });
      await work.known(callId, ref);
    }
    await followVideo(model, ref, order);
    return callId;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Stopped from outside: the end of the job says what becomes of the call.
    if (error.code !== 'aborted') await work.failed(callId);
    throw new JobFailed(videoReason(error.code), { cause: error });
  }
}

async function readImage(
  userId: UserScope,
  id: string | undefined,
): Promise<VideoOrder['firstFrame']> {
  if (id === undefined) return undefined;
  const item = await findItem(sql, userId, id);
  if (!item) throw new JobFailed(mediaTexts.firstFrameGone);
  try {
    const { body } = await (await objects()).get(objectKey(userId, id, 'file'));
    return { bytes: await buffer(body), type: item.type };
  } catch (cause) {
    log.warn({ err: cause, id }, 'a picture to begin a video with cannot be read');
    throw new JobFailed(mediaTexts.fileAway, { cause });
  }
}

/** Checks what came, copies it to our store, and then names it in a row. */
async function keep(
  work: JobWork,
  request: VideoRequest,
  { callId, file }: { callId: string; file: string },
): Promise<void> {
  const { userId } = work.job;
  const video = await readVideoFile(file, { userId, isJob: true });
  if (typeof video === 'string') {
    log.warn({ reason: video, id: work.job.id, model: request.model }, 'a video was refused');
    await work.failed(callId);
    throw new JobFailed(videoRefusal(video));
  }
  KILLABLE: killPoint('media: result here, nothing of it stored');
  if (!(await hasRoom(sql, userId, video.bytes))) throw new JobFailed(mediaTexts.storageFull);
  const id = newId();
  try {
    await storeVideo(userId, id, video, work.signal);
  } catch (cause) {
    if (work.signal.aborted) throw new LeaseLost();
    if (!(cause instanceof ObjectStoreError)) throw cause;
    throw new JobFailed(mediaTexts.videoStoreAway, { cause });
  }
  try {
    const { firstFrameId } = request;
    const posterBytes =
      firstFrameId === undefined ? null : await duplicatePoster(userId, firstFrameId, id);
    await deliver(work, request, { callId, id, video, posterBytes });
  } catch (error) {
    await removeImageFiles([{ userId, id }]);
    throw error;
  }
}

interface Stored {
  callId: string;
  id: string;
  video: ReadVideo;
  /** Null: it has no poster yet. */
  posterBytes: number | null;
}

async function deliver(work: JobWork, request: VideoRequest, stored: Stored): Promise<void> {
  const { callId, id, video, posterBytes } = stored;
  const { userId } = work.job;
  const storedBytes = video.bytes + (posterBytes ?? 0);
  await work.deliver(callId, 100, async (tx) => {
    await lockStorage(tx, userId);
    // Others may have come at once.
    if (!(await hasRoom(tx, userId, storedBytes))) throw new JobFailed(mediaTexts.storageFull);
    const row = await insertItem(tx, {
      id,
      userId,
      origin: 'made',
      kind: 'video',
      jobId: work.job.id,
      callId,
      name: '',
      type: video.type,
      width: video.width,
      height: video.height,
      durationMs: video.durationMs,
      bytes: video.bytes,
      storedBytes,
      prompt: request.prompt,
      model: request.model,
      seed: request.seed ?? null,
      metadata: { provider: 'replicate', ...(posterBytes !== null && { poster: true }) },
    });
    return [itemEvent(itemView(row))];
  });
}
