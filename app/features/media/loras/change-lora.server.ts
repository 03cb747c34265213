import { transaction } from '~/lib/db/index.server';

import type { LoraDetails } from '../media';
import { publishLora, lockedDraft, lockedLora } from './lora-changes.server';
import { changeLora as storeChange, type LoraChange } from './lora-data.server';
import { readLora } from './read-lora.server';

/** Its name may always change, what its training depends on only before. @throws AppError `not-found`, `conflict` */
export async function changeLora(
  userId: string,
  id: string | undefined,
  change: LoraChange,
): Promise<LoraDetails> {
  const { triggerWord, steps, rank } = change;
  const touchesTraining = [triggerWord, steps, rank].some((value) => value !== undefined);
  const lora = await transaction(async (tx) => {
    const lora = await (touchesTraining ? lockedDraft : lockedLora)(tx, userId, id);
    await storeChange(tx, userId, lora.id, change);
    await publishLora(tx, userId, lora.id);
    return lora;
  });
  return readLora(userId, lora.id);
}
