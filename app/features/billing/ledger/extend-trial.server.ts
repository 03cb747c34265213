import type { Sql } from '~/lib/db/index.server';

import { lockAccount, readAccount, setEnd, setTrialing } from './ledger.server';
import { isAhead } from './spending';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Lets the trial end so many days later than it would, or from now on where it has ended; tokens of it that have lapsed
 * stay lapsed. Null, and nothing done, for an account with a subscription.
 */
export async function extendTrial(
  tx: Sql,
  userId: string,
  days: number,
  now: Date,
): Promise<{ before: Date | null; after: Date } | null> {
  const { trialEndsAt } = await lockAccount(tx, userId, 'extend-trial');
  const account = await readAccount(tx, userId);
  if (account.subscription_id !== null) return null;
  const from = isAhead(trialEndsAt, now) && trialEndsAt !== null ? trialEndsAt : now;
  const after = new Date(from.getTime() + days * DAY_MS);
  await setEnd(tx, userId, 'trial', after);
  await setTrialing(tx, userId);
  return { before: trialEndsAt, after };
}
