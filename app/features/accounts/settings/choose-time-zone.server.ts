import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';

import { updateChosenTimeZone } from '../users/users.server';

/** The zone in which moments are told to the person; null: their browser's. */
export async function chooseTimeZone(userId: string, timeZone: string | null): Promise<void> {
  await transaction(async (tx) => {
    await updateChosenTimeZone(tx, userId, timeZone);
    await publish(tx, userId, { topic: 'account', data: null });
  });
}
