import { transaction } from '~/lib/db/index.server';

import { publishAccountChange } from '../settings/account-events.server';
import { exchangePicture } from './users.server';

/** Gives the person another picture, or none; returns the id of the one before. */
export async function changePicture(
  userId: string,
  pictureId: string | null,
): Promise<string | null> {
  const { before, tell } = await transaction(async (tx) => ({
    before: await exchangePicture(tx, userId, pictureId),
    tell: await publishAccountChange(tx, userId),
  }));
  await tell();
  return before;
}
