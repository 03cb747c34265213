import { sql } from '~/lib/db/index.server';

import { updateDisabled } from './users.server';

/** Lets a disabled user sign in again. */
export async function enableUser(userId: string): Promise<void> {
  await updateDisabled(sql, userId, false);
}
