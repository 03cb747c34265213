import { publish } from '~/engine/events/index.server';
import { enqueue } from '~/engine/queue/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { cancelJob } from '../jobs/cancel-job.server';
import { mediaTexts } from '../texts';
import { lockedLora } from './lora-changes.server';
import { loraLeftovers } from './lora-leftovers.server';
import { deleteLora as deleteRow, findLora } from './lora-data.server';
import { loraState } from './lora-view';

/**
 * Deletes a LoRA with its pictures and its weights, here and at the provider; its training is cancelled first.
 * @throws AppError `not-found`
 */
export async function deleteLora(userId: string, id: string | undefined): Promise<void> {
  const known = isId(id) ? await findLora(sql, userId, id) : null;
  if (!known) throw new AppError('not-found', mediaTexts.loraGone);
  if (loraState(known) === 'training' && known.jobId !== null) {
    await cancelJob(userId, known.jobId);
  }
  await transaction(async (tx) => {
    const lora = await lockedLora(tx, userId, known.id);
    await deleteRow(tx, userId, lora.id);
    await enqueue(loraLeftovers, {}, tx);
    await publish(tx, userId, { topic: 'media-lora', data: { removed: lora.id } });
  });
}
