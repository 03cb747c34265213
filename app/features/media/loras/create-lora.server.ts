import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';

import type { LoraDetails } from '../media';
import { mediaTexts } from '../texts';
import { publishLora } from './lora-changes.server';
import { LORA_RANK, LORA_STEPS } from './lora-rules';
import { countLoras, findLoraByKey, insertLora } from './lora-data.server';
import { readLora } from './read-lora.server';

export const MAX_LORAS = 100;

/** Begins a LoRA; the same key again gets the same one. @throws AppError `conflict` */
export async function createLora(
  userId: string,
  { clientKey, name }: { clientKey: string; name: string },
): Promise<LoraDetails> {
  const known = await findLoraByKey(sql, userId, clientKey);
  if (known) return readLora(userId, known.id);
  if ((await countLoras(sql, userId)) >= MAX_LORAS) {
    throw new AppError('conflict', mediaTexts.tooManyLoras);
  }
  const id = newId();
  const usual = { steps: LORA_STEPS.usual, rank: LORA_RANK.usual };
  const isNew = await transaction(async (tx) => {
    const isNew = await insertLora(tx, { id, userId, clientKey, name, ...usual });
    if (isNew) await publishLora(tx, userId, id);
    return isNew;
  });
  if (isNew) return readLora(userId, id);
  // The same request came twice at once.
  const same = await findLoraByKey(sql, userId, clientKey);
  return readLora(userId, same?.id);
}
