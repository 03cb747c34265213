import { objects, purgeOrphans } from '~/gateways/objects/index.server';
import { deleteModel, trainingModel } from '~/gateways/training/index.server';
import type { QueuedJob } from '~/engine/queue/index.server';
import { sql } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { DAY_MS, MINUTE_MS } from '~/lib/time';

import { deleteLeftover, claimLeftover, type LeftoverRow, existingLoras } from './lora-data.server';
import { LORA_OBJECTS, loraPrefix } from './lora-files.server';
import { existingLoraImages } from './images/lora-image-data.server';
import { endTraining } from './training/training-end.server';

const TIMEOUT_MS = MINUTE_MS;

/** Removes what deleted LoRAs left in our store and at the provider. What fails is tried again later. */
async function removeLeftovers(): Promise<void> {
  for (;;) {
    const left = await claimLeftover(sql);
    if (!left) return;
    try {
      await removeAll(left);
      KILLABLE: killPoint('leftovers: model deleted, not noted');
      await deleteLeftover(left.id);
    } catch (err) {
      const { name, code } = err as { name?: string; code?: string };
      log.warn({ err: { name, code }, id: left.id, tries: left.tries }, 'removing a LoRA failed');
    }
  }
}

/** Queued with each deletion, so that its leftovers go at once; `purgeLoras` tries again by schedule. */
export const loraLeftovers: QueuedJob<object> = {
  name: 'lora-leftovers',
  retries: 3,
  parse: () => ({}),
  run: removeLeftovers,
};

async function removeAll({ id, userId, providerModel, providerTraining }: LeftoverRow) {
  const store = await objects();
  const prefix = loraPrefix(userId, id);
  for (;;) {
    const { objects: listed } = await store.list(prefix);
    if (listed.length === 0) break;
    await store.delete(listed.map(({ key }) => key));
  }
  KILLABLE: killPoint('leftovers: objects removed');
  if (providerModel === null) return;
  if (!trainingModel()) throw new Error('the provider of the model is no longer set up');
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  if (providerTraining !== null) await endTraining(providerTraining, signal);
  KILLABLE: killPoint('leftovers: training broken off');
  await deleteModel(providerModel, signal);
}

/** Finishes deletions, and removes objects older than a day that no LoRA has. */
export async function purgeLoras(now: Date): Promise<void> {
  await removeLeftovers();
  const before = new Date(now.getTime() - DAY_MS);
  const removed = await purgeOrphans(LORA_OBJECTS, before, async (keys) => {
    const parts = keys.map(partsOf);
    const images = new Set(await existingLoraImages(parts.map(({ of }) => of).filter(isId)));
    const loras = new Set(await existingLoras(parts.map(({ lora }) => lora).filter(isId)));
    return (key) => {
      const { lora, of } = partsOf(key);
      return of === 'weights' ? loras.has(lora) : images.has(of);
    };
  });
  if (removed > 0) log.info({ removed }, 'removed objects of LoRAs that nothing names');
}

function partsOf(key: string): { lora: string; of: string } {
  const [, , lora = '', of = ''] = key.split('/');
  return { lora, of };
}
