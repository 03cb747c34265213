import { type Sql, transaction } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import type { UserScope } from '~/lib/scope';

import { grant } from '../ledger/grant.server';
import {
  type AllowanceRow,
  deleteAllowance,
  lockAllowance,
  markGranted,
  putAllowance,
  takeDue,
} from './allowance-data.server';
import { monthOf } from './months';

/**
 * Gives someone so many tokens each month, the first at once; 0 for none. Another amount counts from the next month on, and
 * what is left of the present one stays until its end. Returns what it was before.
 */
export async function setAllowance(
  tx: Sql,
  userId: UserScope,
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

/** For a job: grants what is due while METERING=allowance. Months in which nothing ran are not made up for. */
export async function grantAllowances(now: Date): Promise<void> {
  if (env().METERING !== 'allowance') return;
  while (await transaction((tx) => grantNext(tx, now)));
}

async function grantNext(tx: Sql, now: Date): Promise<boolean> {
  const due = await takeDue(tx, now);
  if (!due) return false;
  await grantMonth(tx, due, now);
  return true;
}

/** The present month, once. */
async function grantMonth(tx: Sql, allowance: AllowanceRow, now: Date): Promise<void> {
  const { userId, tokens, beganAt } = allowance;
  const { start, end } = monthOf(beganAt, now);
  const reference = `allowance:${start.toISOString()}`;
  await grant(tx, { userId, bucket: 'allowance', amount: tokens, reference, endsAt: end, now });
  await markGranted(tx, userId, end);
}
