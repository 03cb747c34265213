import { transaction } from '~/lib/db/index.server';

import { publishAccountChange } from '../settings/account-events.server';
import { takeAdmin } from './users.server';

/** False, and nothing done, for the last admin who can sign in. */
export async function revokeAdmin(userId: string): Promise<boolean> {
  const tell = await transaction(async (tx) =>
    (await takeAdmin(tx, userId)) ? publishAccountChange(tx, userId) : null,
  );
  await tell?.();
  return tell !== null;
}
