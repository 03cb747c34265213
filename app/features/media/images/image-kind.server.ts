import { buffer } from 'node:stream/consumers';

import { readImage, type ImageRefusal } from '~/lib/files/image-upload.server';
import { LeaseLost } from '~/engine/leases/index.server';
import { hasRoom, lockStorage } from '~/engine/user-data/index.server';
import {
  ImageError,
  imageReason,
  type ImageResult,
  generateImage,
  type ImageCallRequest,
  resumeImage,
} from '~/gateways/images/index.server';
import { objects, ObjectStoreError } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { inTemporary } from '~/lib/files/temporary.server';

import { countGenerated, findItem, insertItem, itemsOfJobs } from '../gallery/item-data.server';
import { itemEvent, itemView } from '../gallery/item-view';
import { removeImageFiles, objectKey, storeImage } from '../gallery/image-files.server';
import type { CallRow } from '../jobs/call-data.server';
import { jobBase } from '../jobs/job-view.server';
import type { JobRow } from '../jobs/job-data.server';
import { JobFailed, type JobWork, type MediaKind } from '../jobs/kinds.server';
import { endPredictions } from '../jobs/predictions.server';
import { withTriggerWord } from '../loras/lora-rules';
import { type ImageRequest, type JobView, LARGEST_SEED } from '../media';
import { mediaTexts } from '../texts';
import { type Maker, makerOf } from './image-models.server';
import { promptText } from './prompt';

/** Images: each is a request of its own to the provider, all of a job at a time. */
export const imageKind: MediaKind = {
  async run(work) {
    const { request } = taskOf(work.job);
    const maker = await makerOf(sql, work.job.userId, request);
    if (!maker) {
      const { loraGone, modelGone } = mediaTexts;
      throw new JobFailed(request.loraId === undefined ? modelGone : loraGone);
    }
    if (!(await hasRoom(sql, work.job.userId, 0))) throw new JobFailed(mediaTexts.storageFull);
    const reference = await readReference(work.job.userId, request.referenceId);
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

  async made(tx, job) {
    const { request } = taskOf(job);
    const made = await countGenerated(tx, job.id);
    const tokens = Math.min(job.tokens, Math.round((job.tokens / request.count) * made));
    return { made, wanted: request.count, tokens };
  },

  async view(sql, jobs) {
    const items = await itemsOfJobs(
      sql,
      jobs.map(({ id }) => id),
    );
    return jobs.map((job): JobView => ({
      ...jobBase(job, items),
      kind: 'image',
      request: taskOf(job).request,
    }));
  },

  cancelled: endPredictions,
};

function taskOf(job: JobRow): { request: ImageRequest } {
  return { request: job.request as ImageRequest };
}

type Reference = ImageCallRequest['reference'];

async function readReference(userId: UserScope, id: string | undefined): Promise<Reference> {
  if (id === undefined) return undefined;
  const item = await findItem(sql, userId, id);
  if (!item) throw new JobFailed(mediaTexts.referenceGone);
  try {
    const { body } = await (await objects()).get(objectKey(userId, id, 'file'));
    return { bytes: await buffer(body), type: item.type };
  } catch (cause) {
    log.warn({ err: cause, id }, 'a picture to start from cannot be read');
    throw new JobFailed(mediaTexts.fileAway, { cause });
  }
}

interface One extends Maker {
  request: ImageRequest;
  reference: Reference;
  position: number;
  /** It was asked for before this process took the job up. */
  open: CallRow | undefined;
}

async function makeOne(work: JobWork, one: One): Promise<void> {
  const { model, lora, request, position } = one;
  const call = { position, provider: model.provider, model: model.id };
  const callId = one.open?.id ?? (await work.intend(call));
  const seed = model.seed ? seedOf(request.seed, position) : undefined;
  const [width = 0, height = 0] = request.size.split('x').map(Number);
  const asked: ImageCallRequest = {
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
  let made: ImageResult;
  try {
    made = one.open?.providerRef
      ? await resumeImage(model, one.open.providerRef, asked)
      : await generateImage(model, asked, { known: (ref) => work.known(callId, ref) });
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    // Stopped from outside: the end of the job says what becomes of the call.
    if (error.code !== 'aborted') await work.failed(callId);
    throw new JobFailed(imageReason(error.code), { cause: error });
  }
  KILLABLE: killPoint('media: result here, nothing of it stored');
  await keep(work, one, { made, callId, seed });
}

/** The next image of a job gets the next seed: the same request makes the same series. */
function seedOf(seed: number | undefined, position: number): number {
  if (seed === undefined) return Math.floor(Math.random() * LARGEST_SEED);
  return (seed + position) % (LARGEST_SEED + 1);
}

interface Made {
  made: ImageResult;
  callId: string;
  seed: number | undefined;
}

/** Checks what came, copies it to our store, and then names it in a row. */
async function keep(work: JobWork, { model, request }: One, made: Made): Promise<void> {
  const { userId } = work.job;
  await inTemporary(async (directory) => {
    const file = await readImage(made.made.bytes, directory, { userId, isJob: true });
    if (typeof file === 'string') {
      log.warn({ reason: file, id: work.job.id, model: model.id }, 'an output was refused');
      await work.failed(made.callId);
      throw new JobFailed(outputRefusal(file));
    }
    if (!(await hasRoom(sql, userId, file.storedBytes))) {
      throw new JobFailed(mediaTexts.storageFull);
    }
    const id = newId();
    try {
      await storeImage(userId, id, file, work.signal);
    } catch (cause) {
      if (work.signal.aborted) throw new LeaseLost();
      if (!(cause instanceof ObjectStoreError)) throw cause;
      throw new JobFailed(mediaTexts.storeAway, { cause });
    }
    try {
      const progress = await progressAfter(work.job.id, request.count);
      await work.deliver(made.callId, progress, async (tx) => {
        await lockStorage(tx, userId);
        // Several images may have come at once.
        if (!(await hasRoom(tx, userId, file.storedBytes))) {
          throw new JobFailed(mediaTexts.storageFull);
        }
        const row = await insertItem(tx, {
          id,
          userId,
          origin: 'made',
          kind: 'image',
          jobId: work.job.id,
          callId: made.callId,
          name: '',
          type: file.type,
          width: file.width,
          height: file.height,
          bytes: file.bytes,
          storedBytes: file.storedBytes,
          prompt: request.prompt,
          model: model.id,
          seed: made.seed ?? null,
          loraId: request.loraId ?? null,
          metadata: {
            provider: model.provider,
            ...(made.made.revisedPrompt !== undefined && {
              revisedPrompt: storable(made.made.revisedPrompt),
            }),
          },
        });
        return [itemEvent(itemView(row))];
      });
    } catch (error) {
      await removeImageFiles([{ userId, id }]);
      throw error;
    }
  });
}

async function progressAfter(jobId: string, count: number): Promise<number> {
  return Math.round((((await countGenerated(sql, jobId)) + 1) / count) * 100);
}

const MAX_REVISED = 8_000;

/** Postgres takes no NUL in JSON, and no one half a character. */
function storable(text: string): string {
  return text.slice(0, MAX_REVISED).replaceAll('\0', '').toWellFormed();
}

const OUTPUT: Record<ImageRefusal, string> = {
  kind: 'something that is not a picture of a kind that can be kept',
  pixels: 'a picture with too many pixels',
  damaged: 'a picture that cannot be opened',
  time: 'a picture that takes too long to open',
  memory: 'a picture that takes too much memory to open',
  size: 'a picture that is too large',
  empty: 'an empty file',
  'broken-off': 'a picture that did not arrive whole',
};

/** About what a provider sent. */
function outputRefusal(reason: ImageRefusal): string {
  return `The image service sent ${OUTPUT[reason]}. You were not charged for it.`;
}
