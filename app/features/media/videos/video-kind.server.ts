import { join } from 'node:path';

import { hasRoom } from '~/engine/user-data/index.server';
import {
  followVideo,
  ProviderError,
  startVideo,
  type VideoModelSetting,
  type VideoOrder,
  videoReason,
} from '~/gateways/video/index.server';
import { sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { inTemporary } from '~/lib/files/temporary.server';

import { deliverItem, readStartImage } from '../gallery/deliver-item.server';
import { countGenerated, findItem, itemsOfJobs } from '../gallery/item-data.server';
import type { CallRow } from '../jobs/call-data.server';
import type { JobRow } from '../jobs/job-data.server';
import { jobBase } from '../jobs/job-view.server';
import { JobFailed, type JobWork, type MediaKind } from '../jobs/kinds.server';
import { endPredictions } from '../jobs/predictions.server';
import type { VideoRequest } from '../media';
import { mediaTexts } from '../refusals';
import { duplicatePoster, readVideoFile, storeVideo, videoRefusal } from './video-files.server';
import { findVideoModel } from './video-models.server';

/** Videos: one call per job, on which the provider continues to work whatever becomes of this process. */
export const videoKind: MediaKind = {
  async run(work) {
    const request = requestOf(work.job);
    const model = findVideoModel(request.model);
    if (!model) throw new JobFailed(mediaTexts.modelGone);
    if (!(await hasRoom(sql, work.job.userId, 0))) throw new JobFailed(mediaTexts.storageFull);
    const calls = await work.calls();
    // The video is here, and only the job's end was not stored.
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
      const callId = await fetchVideo(work, model, order, request.firstFrameId, open);
      KILLABLE: killPoint('video: fetched, not read');
      await deliver(work, request, { callId, file });
    });
  },

  async made({ tx }, job) {
    const made = Math.min(1, await countGenerated(job.userId, job.id, tx));
    return { made, wanted: 1, tokens: made * job.tokens };
  },

  async view(sql, jobs) {
    const ids = jobs.map(({ id }) => id);
    const items = await itemsOfJobs(sql, ids);
    return jobs.map((job) => ({ ...jobBase(job, items), kind: 'video', request: requestOf(job) }));
  },

  cancelled: endPredictions,
};

function requestOf(job: JobRow): VideoRequest {
  return job.request as VideoRequest;
}

/** Generates the video, or continues with an earlier attempt's call, and writes it to `order.file`; returns the call. */
async function fetchVideo(
  work: JobWork,
  model: VideoModelSetting,
  order: VideoOrder,
  firstFrameId: string | undefined,
  open: CallRow | undefined,
): Promise<string> {
  let ref = open?.providerRef ?? null;
  const firstFrame =
    ref === null
      ? await readStartImage(work.job.userId, firstFrameId, mediaTexts.firstFrameGone)
      : undefined;
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
    // Stopped from outside: the end of the job decides what becomes of the call.
    if (error.code !== 'aborted') await work.failed(callId);
    throw new JobFailed(videoReason(error.code), { cause: error });
  }
}

async function deliver(
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
  const { type, width, height, durationMs, bytes } = video;
  await deliverItem(work, {
    callId,
    bytes,
    store: (id) => storeVideo(userId, id, video, work.signal),
    storeAway: mediaTexts.videoStoreAway,
    async describe(id) {
      const { firstFrameId, prompt, model, seed = null } = request;
      const firstFrame = firstFrameId === undefined ? null : await findItem(userId, firstFrameId);
      const posterBytes = firstFrame && (await duplicatePoster(userId, firstFrame.id, id));
      const placeholder = firstFrame?.metadata.placeholder;
      return {
        progress: 100,
        item: {
          kind: 'video',
          type,
          width,
          height,
          durationMs,
          bytes,
          storedBytes: bytes + (posterBytes ?? 0),
          prompt,
          model,
          seed,
          metadata: {
            provider: 'replicate',
            ...(posterBytes !== null && { poster: true, ...(placeholder && { placeholder }) }),
          },
        },
      };
    },
  });
}
