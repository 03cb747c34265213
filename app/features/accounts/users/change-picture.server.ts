import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';

import { exchangePicture } from './users.server';

/** Gives the person another picture, or none; returns the id of the one before. */
export async function changePicture(
  userId: string,
  pictureId: string | null,
): Promise<string | null> {
  return transaction(async (tx) => {
    const before = await exchangePicture(tx, userId, pictureId);
    await publish(tx, userId, { topic: 'account', data: null });
    return before;
  });
}
