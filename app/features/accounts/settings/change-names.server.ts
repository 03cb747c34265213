import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';

import { updateNames, type Names } from '../users/users.server';

/** Everywhere at once: also where the person is shown in another tab. */
export async function changeNames(userId: string, names: Names): Promise<void> {
  await transaction(async (tx) => {
    await updateNames(tx, userId, names);
    await publish(tx, userId, { topic: 'account', data: null });
  });
}
