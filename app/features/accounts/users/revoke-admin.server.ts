import { transaction } from '~/lib/db/index.server';

import { announceAccountChange } from '../settings/account-events.server';
import { takeAdmin } from './users.server';

/** False, and nothing done, for the last admin who can sign in. */
export async function revokeAdmin(userId: string): Promise<boolean> {
  const tell = await transaction(async (tx) =>
    (await takeAdmin(tx, userId)) ? announceAccountChange(tx, userId) : null,
  );
  await tell?.();
  return tell !== null;
}
