import { transaction } from '~/lib/db/index.server';

import { publishAccountChange } from './account-events.server';
import { updateNames, type Names } from '../users/users.server';

/** Everywhere at once: also where the person is shown in another tab. */
export async function changeNames(userId: string, names: Names): Promise<void> {
  const tell = await transaction(async (tx) => {
    await updateNames(tx, userId, names);
    return publishAccountChange(tx, userId);
  });
  await tell();
}
