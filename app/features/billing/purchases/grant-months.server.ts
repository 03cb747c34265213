import { publish } from '~/engine/events/index.server';
import { sql, transaction } from '~/lib/db/index.server';

import { grantPurchase } from './grant-purchase.server';
import { duePurchases, lockPurchase, updatePurchase } from './purchase-data.server';

const BATCH = 200;

/** Grants the months that have begun of plans that are paid by the year. Safe to run at any time and twice at once. */
export async function grantMonths(now: Date): Promise<void> {
  for (const id of await duePurchases(sql, now, BATCH)) {
    await transaction(async (tx) => {
      const purchase = await lockPurchase(tx, id);
      if (!purchase?.next_grant_at || purchase.next_grant_at > now) return;
      // Its last month went by unnoticed: there is nothing more to come, and nothing to make up for.
      if (purchase.period_end && purchase.period_end <= now) {
        await updatePurchase(tx, { ...purchase, next_grant_at: null });
        return;
      }
      await grantPurchase(tx, purchase, now);
      await publish(tx, purchase.user_id, { topic: 'billing', data: null });
    });
  }
}
