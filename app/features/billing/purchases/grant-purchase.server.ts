import { publish } from '~/engine/events/index.server';
import { prismaTransaction, type PrismaTx, type Sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import { DAY_MS } from '~/lib/time';

import { grant } from '../ledger/grant.server';
import { changeDebt, lockAccount, post } from '../ledger/ledger-data.server';
import { NOTHING } from '../ledger/spending';
import { GRACE_MS, monthAt, type PaidPeriod, takeBack, tokensLost } from './purchase';
import {
  duePurchases,
  lockPurchase,
  type PurchaseRow,
  updatePurchase,
} from './purchase-data.server';

const UNUSED = { reserved: null, settled: null };

/**
 * Grants the tokens of a paid purchase, which the transaction has locked: a pack's, or those of a plan's present month.
 */
export async function grantPurchase(
  tx: PrismaTx,
  sql: Sql,
  purchase: PurchaseRow,
  now: Date,
): Promise<void> {
  const { id, userId, tokens: amount } = purchase;
  const period = periodOf(purchase);
  const month = period && monthAt(period, now);
  let granted = false;
  let next: Date | null = null;
  if (period && month) {
    const endsAt = new Date(month.end.getTime() + GRACE_MS);
    const { allowanceEndsAt } = await lockAccount(sql, userId, '');
    // This payment was reported late, and the present month belongs to a plan that replaced this one.
    const isSuperseded = allowanceEndsAt !== null && allowanceEndsAt > endsAt;
    if (!isSuperseded) {
      const reference = `plan:${id}:${month.index}`;
      granted = await grant(sql, { userId, bucket: 'allowance', amount, reference, endsAt, now });
    }
    if (month.end < period.end) next = month.end;
  } else {
    // A period that was over before its payment arrived was paid for all the same.
    const reference = `${purchase.kind}:${id}`;
    granted = await grant(sql, { userId, bucket: 'balance', amount, reference, now });
  }
  const total = purchase.granted + (granted ? amount : 0);
  KILLABLE: killPoint('payment: tokens granted, not committed');
  await adjustLoss(tx, sql, { ...purchase, granted: total, nextGrantAt: next }, now);
}

/** Takes tokens back, or returns them, in proportion to the money that the purchase has lost, and stores the purchase. */
export async function adjustLoss(
  tx: PrismaTx,
  sql: Sql,
  purchase: PurchaseRow,
  now: Date,
): Promise<void> {
  const { id, userId, granted, amount, lostAmount: lost } = purchase;
  const target = tokensLost({ granted, amount, lost });
  const change = target - purchase.takenBack;
  if (change !== 0) {
    const account = await lockAccount(sql, userId, '');
    const first = purchase.kind === 'plan' ? 'allowance' : 'balance';
    const { deltas, debt } =
      change > 0 ? takeBack(change, account.buckets, first) : giveBack(-change, account.debt);
    if (deltas.allowance !== 0 || deltas.balance !== 0) {
      const reference = `refund:${id}:${newId()}`;
      await post(sql, { userId, kind: 'refund', reference, deltas, now }, UNUSED);
    }
    if (debt !== 0) await changeDebt(sql, userId, debt);
  }
  await updatePurchase(tx, { ...purchase, takenBack: target });
}

/**
 * Returns tokens after a dispute was won: first against the debt, the rest to the balance, since its month may be over.
 */
function giveBack(tokens: number, owed: number) {
  const paid = Math.min(tokens, owed);
  return { deltas: { ...NOTHING, balance: tokens - paid }, debt: 0 - paid };
}

function periodOf({ periodStart: start, periodEnd: end }: PurchaseRow): PaidPeriod | null {
  if (!start || !end) return null;
  const days = (end.getTime() - start.getTime()) / DAY_MS;
  return { start, end, byYear: days > 40 };
}

const BATCH = 200;

/** For a job: grants the months that have begun in plans paid by the year. Runs may overlap. */
export async function grantMonths(now: Date): Promise<void> {
  for (const id of await duePurchases(now, BATCH)) {
    await prismaTransaction(async (tx, sql) => {
      const purchase = await lockPurchase(sql, id);
      if (!purchase?.nextGrantAt || purchase.nextGrantAt > now) return;
      // Its last month passed while no job ran. Missed months are not made up for.
      if (purchase.periodEnd && purchase.periodEnd <= now) {
        await updatePurchase(tx, { ...purchase, nextGrantAt: null });
        return;
      }
      await grantPurchase(tx, sql, purchase, now);
      await publish(sql, purchase.userId, { topic: 'billing', data: null });
    });
  }
}
