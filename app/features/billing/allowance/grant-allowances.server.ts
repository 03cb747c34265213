import { transaction, type Sql } from '~/lib/db/index.server';
import { env } from '~/lib/env.server';

import { grant } from '../ledger/grant.server';
import { markGranted, takeDue, type AllowanceRow } from './allowance-data.server';
import { monthOf } from './months';

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
export async function grantMonth(tx: Sql, allowance: AllowanceRow, now: Date): Promise<void> {
  const { userId, tokens, beganAt } = allowance;
  const { start, end } = monthOf(beganAt, now);
  const reference = `allowance:${start.toISOString()}`;
  await grant(tx, { userId, bucket: 'allowance', amount: tokens, reference, endsAt: end, now });
  await markGranted(tx, userId, end);
}
