import { type LiveEvent, publish } from '~/engine/events/index.server';
import { prismaTransaction, type Sql, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import { defaultModel, isDemo, hasVision } from '~/gateways/ai/index.server';
import { trainingModel } from '~/gateways/training/index.server';
import { enqueue } from '~/engine/queue/index.server';
import type { UserScope } from '~/lib/scope';

import { mediaTexts } from '../refusals';
import {
  changeLora as storeChange,
  countLoras,
  deleteLora as deleteRow,
  findLora,
  findLoraIdByKey,
  insertLora,
  listLoras as rowsOf,
  lockLora,
  type LoraChange,
  type LoraRow,
} from './lora-data.server';
import { loraImageView, loraState, loraView } from './lora-view';
import type { LoraDetails, LoraList } from '../media';
import { LORA_IMAGES, LORA_RANK, LORA_STEPS, MAX_LORAS } from './lora';
import { samplesOfLora } from '../gallery/item-data.server';
import { itemView } from '../gallery/item-view';
import { findJob } from '../jobs/job-data.server';
import { viewJob } from '../jobs/job-view.server';
import { listLoraImages } from './images/lora-image-data.server';
import { cancelJob } from '../jobs/job-actions.server';
import { loraLeftovers } from './lora-leftovers.server';

/** @throws AppError `not-found` */
async function lockedLora(tx: Sql, userId: UserScope, id: string | undefined): Promise<LoraRow> {
  const row = isId(id) ? await lockLora(tx, userId, id) : null;
  if (!row) throw new AppError('not-found', mediaTexts.loraGone);
  return row;
}

/** A LoRA that isn't training or trained, so that it can still be changed. @throws AppError `not-found`, `conflict` */
export async function lockedDraft(
  tx: Sql,
  userId: UserScope,
  id: string | undefined,
): Promise<LoraRow> {
  const row = await lockedLora(tx, userId, id);
  const state = loraState(row);
  if (state === 'training' || state === 'ready') {
    throw new AppError('conflict', mediaTexts.loraFixed);
  }
  return row;
}

/** The live event of a LoRA as it is now; none when it is gone. */
export async function loraEvents(tx: Sql, userId: UserScope, id: string): Promise<LiveEvent[]> {
  const row = await findLora(tx, userId, id);
  return row ? [{ topic: 'media-lora', data: { lora: loraView(row) } }] : [];
}

export async function publishLora(tx: Sql, userId: UserScope, id: string): Promise<void> {
  await publish(tx, userId, ...(await loraEvents(tx, userId, id)));
}

/** What the page of LoRAs begins with. */
export async function listLoras(userId: UserScope): Promise<LoraList> {
  const rows = await rowsOf(sql, userId, MAX_LORAS);
  return {
    loras: rows.map(loraView),
    available: trainingModel() !== null,
    captions: isDemo() || hasVision(defaultModel()),
    limits: LORA_IMAGES,
    steps: LORA_STEPS,
    rank: LORA_RANK,
  };
}

const SAMPLES = 24;

/** A LoRA with its images, its training, and images made with it. @throws AppError `not-found` */
export async function readLora(userId: UserScope, id: string | undefined): Promise<LoraDetails> {
  const row = isId(id) ? await findLora(sql, userId, id) : null;
  if (!row) throw new AppError('not-found', mediaTexts.loraGone);
  const [trainingImages, job, samples] = await Promise.all([
    listLoraImages(userId, row.id),
    row.jobId === null ? null : findJob(userId, row.jobId),
    samplesOfLora(sql, userId, row.id, SAMPLES),
  ]);
  return {
    ...loraView(row),
    pictures: trainingImages.map(loraImageView),
    job: job && (await viewJob(job)),
    logTail: row.logTail,
    samples: samples.map(itemView),
    rightsConfirmedAt: row.rightsConfirmedAt?.toISOString() ?? null,
  };
}

/** Creates a LoRA; the same key again returns the same one. @throws AppError `conflict` */
export async function createLora(
  userId: UserScope,
  { clientKey, name }: { clientKey: string; name: string },
): Promise<LoraDetails> {
  const known = await findLoraIdByKey(userId, clientKey);
  if (known !== null) return readLora(userId, known);
  if ((await countLoras(userId)) >= MAX_LORAS) {
    throw new AppError('conflict', mediaTexts.tooManyLoras);
  }
  const id = newId();
  const defaults = { steps: LORA_STEPS.usual, rank: LORA_RANK.usual };
  const isNew = await prismaTransaction(async (tx, sql) => {
    const isNew = await insertLora(tx, { id, userId, clientKey, name, ...defaults });
    if (isNew) await publishLora(sql, userId, id);
    return isNew;
  });
  if (isNew) return readLora(userId, id);
  // The same request came twice at once.
  return readLora(userId, (await findLoraIdByKey(userId, clientKey)) ?? undefined);
}

/** The name may always change; what the training depends on, only before it. @throws AppError `not-found`, `conflict` */
export async function changeLora(
  userId: UserScope,
  id: string | undefined,
  change: LoraChange,
): Promise<LoraDetails> {
  const { triggerWord, steps, rank } = change;
  const touchesTraining = [triggerWord, steps, rank].some((value) => value !== undefined);
  const lora = await prismaTransaction(async (tx, sql) => {
    const lora = await (touchesTraining ? lockedDraft : lockedLora)(sql, userId, id);
    await storeChange(tx, userId, lora.id, change);
    await publishLora(sql, userId, lora.id);
    return lora;
  });
  return readLora(userId, lora.id);
}

/**
 * Deletes a LoRA with its images and its weights, here and at the provider; its training is canceled first.
 * @throws AppError `not-found`
 */
export async function deleteLora(userId: UserScope, id: string | undefined): Promise<void> {
  const known = isId(id) ? await findLora(sql, userId, id) : null;
  if (!known) throw new AppError('not-found', mediaTexts.loraGone);
  if (loraState(known) === 'training' && known.jobId !== null) {
    await cancelJob(userId, known.jobId);
  }
  await prismaTransaction(async (tx, sql) => {
    const lora = await lockedLora(sql, userId, known.id);
    await deleteRow(tx, userId, lora.id);
    await enqueue(loraLeftovers, {}, sql);
    await publish(sql, userId, { topic: 'media-lora', data: { removed: lora.id } });
  });
}
