import { readImage } from '~/lib/files/image-upload.server';
import { hasRoom } from '~/engine/user-data/index.server';
import {
  ImageError,
  imageReason,
  type ImageResult,
  generateImage,
  type ImageCallRequest,
  resumeImage,
} from '~/gateways/images/index.server';
import { sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { inTemporary } from '~/lib/files/temporary.server';
import type { ImageRefusal } from '~/lib/files/image-upload.server';
import { storable } from '~/lib/text/storable';

import { deliverItem, readStartImage } from '../gallery/deliver-item.server';
import { countGenerated, itemsOfJobs } from '../gallery/item-data.server';
import { storeImage } from '../gallery/image-files.server';
import type { CallRow } from '../jobs/call-data.server';
import { jobBase } from '../jobs/job-view.server';
import type { JobRow } from '../jobs/job-data.server';
import { JobFailed, type JobWork, type MediaKind } from '../jobs/kinds.server';
import { endPredictions } from '../jobs/predictions.server';
import { withTriggerWord } from '../loras/lora';
import { type ImageRequest, MAX_SEED } from '../media';
import { mediaTexts } from '../refusals';
import { type Maker, makerOf } from './image-models.server';
import { promptText } from './prompt';

/** Images: each is a call of its own, and all calls of a job run at the same time. */
export const imageKind: MediaKind = {
  async run(work) {
    const { userId } = work.job;
    const request = requestOf(work.job);
    const maker = await makerOf(sql, userId, request);
    if (!maker) {
      const { loraGone, modelGone } = mediaTexts;
      throw new JobFailed(request.loraId === undefined ? modelGone : loraGone);
    }
    if (!(await hasRoom(sql, userId, 0))) throw new JobFailed(mediaTexts.storageFull);
    const reference = await readStartImage(userId, request.referenceId, mediaTexts.referenceGone);
    const calls = await work.calls();
    const positions = Array.from({ length: request.count }, (_, position) => position).filter(
      (position) => !calls.some((call) => call.position === position && call.state === 'done'),
    );
    const ends = await Promise.allSettled(
      positions.map((position) => {
        const open = calls.find((call) => call.position === position && call.state === 'asked');
        return makeOne(work, { ...maker, request, reference, position, open });
      }),
    );
    const failures = ends.flatMap((end) =>
      end.status === 'rejected' ? [end.reason as unknown] : [],
    );
    const unforeseen = failures.find((failure) => !(failure instanceof JobFailed));
    if (failures.length > 0) throw unforeseen ?? failures[0];
  },

  async made({ tx }, job) {
    const { count } = requestOf(job);
    const made = await countGenerated(job.userId, job.id, tx);
    const tokens = Math.min(job.tokens, Math.round((job.tokens / count) * made));
    return { made, wanted: count, tokens };
  },

  async view(sql, jobs) {
    const ids = jobs.map(({ id }) => id);
    const items = await itemsOfJobs(sql, ids);
    return jobs.map((job) => ({ ...jobBase(job, items), kind: 'image', request: requestOf(job) }));
  },

  cancelled: endPredictions,
};

function requestOf(job: JobRow): ImageRequest {
  return job.request as ImageRequest;
}

interface One extends Maker {
  request: ImageRequest;
  reference: ImageCallRequest['reference'];
  position: number;
  /** The call of an earlier attempt. */
  open: CallRow | undefined;
}

async function makeOne(work: JobWork, one: One): Promise<void> {
  const { model, lora, request, position } = one;
  const call = { position, provider: model.provider, model: model.id };
  const callId = one.open?.id ?? (await work.intend(call));
  const seed = model.seed ? seedOf(request.seed, position) : undefined;
  const [width = 0, height = 0] = request.size.split('x').map(Number);
  const toSend: ImageCallRequest = {
    key: callId,
    model: lora?.version ?? model.id,
    prompt: lora ? withTriggerWord(promptText(request), lora.triggerWord) : promptText(request),
    loraScale: lora ? request.loraScale : undefined,
    negativePrompt: request.negativePrompt,
    width,
    height,
    seed,
    reference: one.reference,
    signal: work.signal,
  };
  let result: ImageResult;
  try {
    result = one.open?.providerRef
      ? await resumeImage(model, one.open.providerRef, toSend)
      : await generateImage(model, toSend, { known: (ref) => work.known(callId, ref) });
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    // Stopped from outside: the end of the job decides what becomes of the call.
    if (error.code !== 'aborted') await work.failed(callId);
    throw new JobFailed(imageReason(error.code), { cause: error });
  }
  KILLABLE: killPoint('media: result here, nothing of it stored');
  await deliver(work, one, { result, callId, seed });
}

/** The next image of a job gets the next seed: the same request makes the same series. */
function seedOf(seed: number | undefined, position: number): number {
  if (seed === undefined) return Math.floor(Math.random() * MAX_SEED);
  return (seed + position) % (MAX_SEED + 1);
}

interface Made {
  result: ImageResult;
  callId: string;
  seed: number | undefined;
}

async function deliver(
  work: JobWork,
  { model, request }: One,
  { result, callId, seed }: Made,
): Promise<void> {
  const { id: jobId, userId } = work.job;
  await inTemporary(async (directory) => {
    const file = await readImage(result.bytes, directory, { userId, isJob: true });
    if (typeof file === 'string') {
      log.warn({ reason: file, id: jobId, model: model.id }, 'an output was refused');
      await work.failed(callId);
      throw new JobFailed(outputRefusal(file));
    }
    const { type, width, height, bytes, storedBytes, placeholder } = file;
    const { revisedPrompt } = result;
    await deliverItem(work, {
      callId,
      bytes: storedBytes,
      store: (id) => storeImage(userId, id, file, work.signal),
      storeAway: mediaTexts.storeAway,
      describe: async () => ({
        progress: Math.round((((await countGenerated(userId, jobId)) + 1) / request.count) * 100),
        item: {
          kind: 'image',
          type,
          width,
          height,
          bytes,
          storedBytes,
          prompt: request.prompt,
          model: model.id,
          seed: seed ?? null,
          loraId: request.loraId ?? null,
          metadata: {
            provider: model.provider,
            placeholder,
            ...(revisedPrompt !== undefined && {
              revisedPrompt: storable(revisedPrompt.slice(0, MAX_REVISED)),
            }),
          },
        },
      }),
    });
  });
}

const MAX_REVISED = 8_000;

const OUTPUT: Record<ImageRefusal, string> = {
  kind: 'an unsupported type of file',
  pixels: 'an image with too many pixels',
  damaged: 'an image that can’t be opened',
  time: 'an image that takes too long to open',
  memory: 'an image that takes too much memory to open',
  size: 'an image that’s too large',
  empty: 'an empty file',
  'broken-off': 'an incomplete image',
};

/** About a provider's output. */
function outputRefusal(reason: ImageRefusal): string {
  return `The image service sent ${OUTPUT[reason]}. Nothing was charged for it. Try again.`;
}
