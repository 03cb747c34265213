import { join } from 'node:path';

import {
  hasRoom,
  lockStorage,
  restoredTime,
  type RestoreTarget,
  saveArchived,
} from '~/engine/user-data/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { inTemporary } from '~/lib/temporary.server';

import { dropObjects, storeFiles } from '../gallery/picture-files.server';
import { mediaTexts } from '../texts';
import { MAX_LORAS } from './lora-rules';
import { weightsKey } from './lora-files.server';
import { isTriggerWord, MAX_LORA_NAME, LORA_RANK, LORA_STEPS } from './lora-rules';
import { countLoras, findOneOf, insertLora, setLoraHistory } from './lora-data.server';
import { checkWeights, MAX_WEIGHT_BYTES, NotWeights } from './read-weights.server';

/** A LoRA in an archive. What a provider has of it is no part of it: nothing there is this account's. */
export interface ArchivedLora {
  id: string;
  name: string;
  triggerWord: string;
  steps: number;
  rank: number;
  trainedAt: string | null;
  createdAt: string;
}

/**
 * Brings in a LoRA that is not there yet, with its weights where it was trained; its pictures come after it.
 * @throws AppError `invalid`, `conflict` when there are too many or the storage is full, `unavailable`
 */
export async function restoreLora(
  target: RestoreTarget,
  row: ArchivedLora,
  weightsPath: string | null,
): Promise<boolean> {
  const { userId } = target;
  if ((await findOneOf(sql, userId, target.idsOf('loras', row.id))) !== null) return false;
  if ((await countLoras(sql, userId)) >= MAX_LORAS) {
    throw new AppError('conflict', mediaTexts.tooManyLoras);
  }
  const checked = keepable(row);
  return inTemporary(async (directory) => {
    const wanted = row.trainedAt === null ? null : weightsPath;
    const file = wanted === null ? null : await weightsIn(target, wanted, directory);
    if (row.trainedAt !== null && file === null) {
      target.remark(
        `“${checked.name}” came in without its weights: the archive does not have them.`,
      );
    }
    return keep(target, row, checked, file);
  });
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

async function keep(
  target: RestoreTarget,
  row: ArchivedLora,
  lora: ReturnType<typeof keepable>,
  weights: { path: string; bytes: number } | null,
): Promise<boolean> {
  const { userId, signal } = target;
  const id = target.idOf('loras', row.id);
  const key = weightsKey(userId, id);
  if (weights) {
    await assertRoom(sql, userId, weights.bytes);
    // Before the row that says that they are there.
    await storeFiles([{ key, path: weights.path, type: 'application/octet-stream' }], signal);
  }
  try {
    return await transaction(async (tx) => {
      await lockStorage(tx, userId);
      if (weights) await assertRoom(tx, userId, weights.bytes);
      // No one asks for it again by a key of theirs: its own id is one that no one else has.
      const isNew = await insertLora(tx, { id, userId, clientKey: id, ...lora });
      if (!isNew) return false;
      await setLoraHistory(tx, userId, {
        id,
        triggerWord: lora.triggerWord,
        createdAt: restoredTime(row.createdAt),
        trained: weights && {
          at: restoredTime(row.trainedAt ?? row.createdAt),
          weightsBytes: weights.bytes,
        },
      });
      return true;
    });
  } catch (error) {
    // Unless another run has brought it in meanwhile: the file is its own then.
    if ((await findOneOf(sql, userId, [id])) === null) await dropObjects([key]);
    throw error;
  }
}

async function assertRoom(on: typeof sql, userId: string, bytes: number): Promise<void> {
  if (!(await hasRoom(on, userId, bytes))) {
    throw new AppError('conflict', mediaTexts.storageFull);
  }
}

/** @throws AppError `invalid` */
function keepable(row: ArchivedLora) {
  const name = row.name.replaceAll('\0', '').toWellFormed().trim();
  if (name === '' || name.length > MAX_LORA_NAME) {
    throw new AppError('invalid', mediaTexts.loraName);
  }
  return {
    name,
    triggerWord: isTriggerWord(row.triggerWord) ? row.triggerWord : '',
    steps: within(row.steps, LORA_STEPS),
    rank: within(row.rank, LORA_RANK),
  };
}

function within(given: number, { min, max, usual }: typeof LORA_STEPS | typeof LORA_RANK): number {
  return Number.isInteger(given) && given >= min && given <= max ? given : usual;
}
