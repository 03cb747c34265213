import { publish } from '~/engine/events/index.server';
import { stopAnswer } from '~/engine/generation/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { markDeleted } from './brief-data.server';
import { runningOf } from '../pieces/piece-data.server';
import { briefRefusals } from '../refusals';

/**
 * Deletes a brief with its texts, and stops those that are being written. What was saved of them stays.
 * @throws AppError `not-found`
 */
export async function deleteBrief(userId: string, id: string | undefined): Promise<void> {
  if (!isId(id)) throw new AppError('not-found', briefRefusals.gone);
  await transaction(async (tx) => {
    if (!(await markDeleted(tx, userId, id))) throw new AppError('not-found', briefRefusals.gone);
    await publish(tx, userId, { topic: 'brief', data: { type: 'removed', id } });
  });
  for (const running of await runningOf(sql, userId, id)) await stopAnswer(userId, running);
}
