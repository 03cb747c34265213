import { prismaTransaction, type PrismaTx, type Sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import type { UserScope } from '~/lib/scope';

import { grant } from '../ledger/grant.server';
import { monthOf } from './allowance';
import {
  type AllowanceRow,
  deleteAllowance,
  lockAllowance,
  lockDueAllowance,
  putAllowance,
  setGrantedUntil,
} from './allowance-data.server';

/**
 * Gives a user this many tokens each month, the first at once; 0 for none. Another amount applies from the next month,
 * and the rest of the present month's tokens stays until its end. Returns the previous amount.
 */
export async function setAllowance(
  tx: PrismaTx,
  sql: Sql,
  userId: UserScope,
  tokens: number,
  now: Date,
): Promise<number> {
  // Locked before the account, as the job does.
  const before = await lockAllowance(sql, userId);
  if (tokens === 0) {
    await deleteAllowance(tx, userId);
    return before;
  }
  const allowance = await putAllowance(tx, userId, tokens, now);
  if (allowance.grantedUntil <= now) await grantMonth(tx, sql, allowance, now);
  return before;
}

/** For a job: grants what is due while METERING=allowance. Months in which no job ran are not made up for. */
export async function grantAllowances(now: Date): Promise<void> {
  if (env().METERING !== 'allowance') return;
  while (await grantNext(now));
}

function grantNext(now: Date): Promise<boolean> {
  return prismaTransaction(async (tx, sql) => {
    const due = await lockDueAllowance(sql, now);
    if (due) await grantMonth(tx, sql, due, now);
    return due !== null;
  });
}

/** Grants the present month's tokens, once. */
async function grantMonth(
  tx: PrismaTx,
  sql: Sql,
  { userId, tokens: amount, beganAt }: AllowanceRow,
  now: Date,
): Promise<void> {
  const { start, end } = monthOf(beganAt, now);
  const reference = `allowance:${start.toISOString()}`;
  await grant(sql, { userId, bucket: 'allowance', amount, reference, endsAt: end, now });
  await setGrantedUntil(tx, userId, end);
}
