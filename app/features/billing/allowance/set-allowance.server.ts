import type { Sql } from '~/lib/db/index.server';

import { deleteAllowance, lockAllowance, putAllowance } from './allowance-data.server';
import { grantMonth } from './grant-allowances.server';

/**
 * Gives somebody so many tokens each month, the first at once; 0 for none. Another amount counts from the next month on, and
 * what is left of the present one stays until its end. Returns what it was before.
 */
export async function setAllowance(
  tx: Sql,
  userId: string,
  tokens: number,
  now: Date,
): Promise<number> {
  // Before the account, as the job does.
  const before = await lockAllowance(tx, userId);
  if (tokens === 0) {
    await deleteAllowance(tx, userId);
    return before;
  }
  const allowance = await putAllowance(tx, userId, tokens, now);
  if (allowance.grantedUntil <= now) await grantMonth(tx, allowance, now);
  return before;
}
