import { join } from 'node:path';

import {
  type RestoredFiles,
  type RestoreTarget,
  saveArchived,
} from '~/engine/user-data/index.server';
import { AppError } from '~/lib/errors';
import type { Lora } from '~/lib/prisma/client';
import { storable } from '~/lib/text/storable';

import { deleteObjects, storeFiles } from '../gallery/image-files.server';
import { mediaTexts } from '../refusals';
import { weightsKey } from './lora-files.server';
import { isTriggerWord, LORA_RANK, LORA_STEPS, MAX_LORA_NAME } from './lora';
import { checkWeights, MAX_WEIGHT_BYTES, NotWeights } from './read-weights.server';

// A LoRA from an archive is restored with its weights, if it was trained. What the provider has of it isn't restored: it
// doesn't belong to this account.

export function weightsPath(loraId: string): string {
  return `loras/${loraId}.safetensors`;
}

/** The archived fields that are restored. @throws AppError `invalid` */
export function checkLora(
  row: Pick<Lora, 'name' | 'triggerWord' | 'steps' | 'rank'>,
  id: string,
): Partial<Lora> {
  const name = cleanName(row.name);
  if (name === '' || name.length > MAX_LORA_NAME) {
    throw new AppError('invalid', mediaTexts.loraName);
  }
  return {
    name,
    triggerWord: isTriggerWord(row.triggerWord) ? row.triggerWord : '',
    steps: within(row.steps, LORA_STEPS),
    rank: within(row.rank, LORA_RANK),
    rightsConfirmedAt: null,
    providerVersion: null,
    trainingSeconds: null,
    trainedAt: null,
    weightsBytes: null,
    // No browser repeats its creation; its own id is a unique key.
    clientKey: id,
  };
}

export async function loraFiles(
  row: Pick<Lora, 'id' | 'name' | 'trainedAt'>,
  target: RestoreTarget,
  directory: string,
  id: string,
): Promise<RestoredFiles<Lora>> {
  const { id: archivedId, trainedAt } = row;
  const weights = trainedAt && (await weightsIn(target, weightsPath(archivedId), directory));
  if (trainedAt && !weights) {
    target.remark(
      `“${cleanName(row.name)}” was imported without its weights, which are missing from the archive.`,
    );
  }
  const key = weightsKey(target.userId, id);
  const type = 'application/octet-stream';
  const files = weights ? [{ key, path: weights.path, type }] : [];
  return {
    columns: weights ? { trainedAt, weightsBytes: BigInt(weights.bytes) } : {},
    bytes: weights?.bytes ?? 0,
    refusal: mediaTexts.storageFull,
    store: (signal) => storeFiles(files, signal),
    drop: () => deleteObjects(files.map((file) => file.key)),
  };
}

async function weightsIn(
  target: RestoreTarget,
  path: string,
  directory: string,
): Promise<{ path: string; bytes: number } | null> {
  const file = join(directory, 'weights');
  if (!(await saveArchived(target, path, file, MAX_WEIGHT_BYTES))) return null;
  try {
    const { userId, signal } = target;
    return { path: file, bytes: (await checkWeights(file, { userId, signal })).bytes };
  } catch (error) {
    if (error instanceof NotWeights) return null;
    throw error;
  }
}

function cleanName(name: string): string {
  return storable(name).trim();
}

function within(value: number, { min, max, usual }: typeof LORA_STEPS | typeof LORA_RANK): number {
  return value >= min && value <= max ? value : usual;
}
