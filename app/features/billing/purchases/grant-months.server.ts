import { sql, transaction } from '~/lib/db/index.server';

import { publishBilling } from '../changes.server';
import { grantPurchase } from './grant-purchase.server';
import { duePurchases, lockPurchase, updatePurchase } from './purchase-data.server';

const BATCH = 200;

/** Grants the months that have begun of plans that are paid by the year. Safe to run at any time and twice at once. */
export async function grantMonths(now: Date): Promise<void> {
  for (const id of await duePurchases(sql, now, BATCH)) {
    const tell = await transaction(async (tx) => {
      const purchase = await lockPurchase(tx, id);
      if (!purchase?.next_grant_at || purchase.next_grant_at > now) return null;
      // Its last month went by unnoticed: there is nothing more to come, and nothing to make up for.
      if (purchase.period_end && purchase.period_end <= now) {
        await updatePurchase(tx, { ...purchase, next_grant_at: null });
        return null;
      }
      await grantPurchase(tx, purchase, now);
      return publishBilling(tx, purchase.user_id);
    });
    tell?.();
  }
}
