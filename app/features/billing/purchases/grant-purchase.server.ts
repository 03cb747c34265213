import { publish } from '~/engine/events/index.server';
import { type Sql, transaction } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';

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
 * Grants what a paid purchase brings now: a pack its tokens, a plan the month that runs. Its row is locked by the
 * caller's transaction.
 */
export async function grantPurchase(tx: Sql, purchase: PurchaseRow, now: Date): Promise<void> {
  const { id, userId: userId, tokens: amount } = purchase;
  const period = periodOf(purchase);
  const month = period && monthAt(period, now);
  let granted = false;
  let next: Date | null = null;
  if (period && month) {
    const endsAt = new Date(month.end.getTime() + GRACE_MS);
    const { allowanceEndsAt } = await lockAccount(tx, userId, '');
    // One that was told late, of a plan that was left since: the present month is another's.
    const isSuperseded = allowanceEndsAt !== null && allowanceEndsAt > endsAt;
    if (!isSuperseded) {
      const reference = `plan:${id}:${month.index}`;
      granted = await grant(tx, { userId, bucket: 'allowance', amount, reference, endsAt, now });
    }
    if (month.end < period.end) next = month.end;
  } else {
    // A period that was over when its payment came has been paid all the same.
    const reference = `${purchase.kind}:${id}`;
    granted = await grant(tx, { userId, bucket: 'balance', amount, reference, now });
  }
  const total = purchase.granted + (granted ? amount : 0);
  KILLABLE: killPoint('payment: tokens granted, not committed');
  await adjustLoss(tx, { ...purchase, granted: total, nextGrantAt: next }, now);
}

/** Takes back, or gives again, what follows from how much of the purchase's money was lost; and writes it down. */
export async function adjustLoss(tx: Sql, purchase: PurchaseRow, now: Date): Promise<void> {
  const { id, userId: userId, granted, amount, lostAmount: lost } = purchase;
  const target = tokensLost({ granted, amount, lost });
  const change = target - purchase.takenBack;
  if (change !== 0) {
    const account = await lockAccount(tx, userId, '');
    const first = purchase.kind === 'plan' ? 'allowance' : 'balance';
    const { deltas, debt } =
      change > 0 ? takeBack(change, account.buckets, first) : giveAgain(-change, account.debt);
    const entry = { userId, kind: 'refund', reference: `refund:${id}:${newId()}`, deltas, now };
    if (deltas.allowance !== 0 || deltas.balance !== 0) {
      await post(tx, { ...entry, kind: 'refund' }, UNUSED);
    }
    if (debt !== 0) await changeDebt(tx, userId, debt);
  }
  await updatePurchase(tx, { ...purchase, takenBack: target });
}

/** Of a dispute that was won: what is not owed any more, and the rest for good, since its month may be over. */
function giveAgain(tokens: number, owed: number) {
  const paid = Math.min(tokens, owed);
  return { deltas: { ...NOTHING, balance: tokens - paid }, debt: 0 - paid };
}

function periodOf({ periodStart: start, periodEnd: end }: PurchaseRow): PaidPeriod | null {
  if (!start || !end) return null;
  const days = (end.getTime() - start.getTime()) / 86_400_000;
  return { start, end, byYear: days > 40 };
}

const BATCH = 200;

/** Grants the months that have begun of plans that are paid by the year. Safe to run at any time and twice at once. */
export async function grantMonths(now: Date): Promise<void> {
  for (const id of await duePurchases(now, BATCH)) {
    await transaction(async (tx) => {
      const purchase = await lockPurchase(tx, id);
      if (!purchase?.nextGrantAt || purchase.nextGrantAt > now) return;
      // Its last month went by unnoticed: there is nothing more to come, and nothing to make up for.
      if (purchase.periodEnd && purchase.periodEnd <= now) {
        await updatePurchase(tx, { ...purchase, nextGrantAt: null });
        return;
      }
      await grantPurchase(tx, purchase, now);
      await publish(tx, purchase.userId, { topic: 'billing', data: null });
    });
  }
}
