import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { publishPrompts } from './changes.server';
import { promptTexts } from './texts';
import { insertHidden, removeHidden } from './prompt-data.server';
import { STARTERS } from './starters';

/** This user does not see it any more. @throws AppError `not-found` when there is no such starter. */
export async function hideStarter(userId: string, starter: string): Promise<void> {
  if (!STARTERS.some(({ id }) => id === starter)) {
    throw new AppError('not-found', promptTexts.gone);
  }
  const tell = await transaction(async (tx) => {
    await insertHidden(tx, userId, starter);
    return publishPrompts(tx, userId);
  });
  tell();
}

/** This user sees all of them again. */
export async function showAllStarters(userId: string): Promise<void> {
  const tell = await transaction(async (tx) => {
    await removeHidden(tx, userId);
    return publishPrompts(tx, userId);
  });
  tell();
}
