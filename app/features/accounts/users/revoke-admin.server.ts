import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';

import { takeAdmin } from './users.server';

/** False, and nothing done, for the last admin who can sign in. */
export async function revokeAdmin(userId: string): Promise<boolean> {
  return transaction(async (tx) => {
    if (!(await takeAdmin(tx, userId))) return false;
    await publish(tx, userId, { topic: 'account', data: null });
    return true;
  });
}
