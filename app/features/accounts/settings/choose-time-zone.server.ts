import { transaction } from '~/lib/db/index.server';

import { publishAccountChange } from './account-events.server';
import { updateChosenTimeZone } from '../users/users.server';

/** The zone in which moments are told to the person; null: their browser's. */
export async function chooseTimeZone(userId: string, timeZone: string | null): Promise<void> {
  const tell = await transaction(async (tx) => {
    await updateChosenTimeZone(tx, userId, timeZone);
    return publishAccountChange(tx, userId);
  });
  await tell();
}
