import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { promptTexts } from './texts';
import { insertHidden, removeHidden } from './prompt-data.server';
import { STARTERS } from './starters';

/** This user does not see it any more. @throws AppError `not-found` when there is no such starter. */
export async function hideStarter(userId: string, starter: string): Promise<void> {
  if (!STARTERS.some(({ id }) => id === starter)) {
    throw new AppError('not-found', promptTexts.gone);
  }
  await transaction(async (tx) => {
    await insertHidden(tx, userId, starter);
    await publish(tx, userId, { topic: 'prompts', data: {} });
  });
}

/** This user sees all of them again. */
export async function showAllStarters(userId: string): Promise<void> {
  await transaction(async (tx) => {
    await removeHidden(tx, userId);
    await publish(tx, userId, { topic: 'prompts', data: {} });
  });
}
