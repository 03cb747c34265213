import { publish } from '~/engine/events/index.server';
import { payments } from '~/gateways/payments/index.server';
import { sql, transaction } from '~/lib/db/index.server';

import { findUserOfCustomer } from '../checkout/customer-data.server';
import { fetchAndWrite } from '../webhooks/fetch-and-write.server';
import type { Taken } from '../subscriptions/sync-subscription.server';
import { adjustLoss } from './grant-purchase.server';
import { findPurchase, lockPurchase } from './purchase-data.server';
import { recordInvoice } from './record-invoice.server';
import { recordSession } from './record-session.server';

/** Takes in what of a charge was refunded or is disputed: the tokens that it paid for go with it. */
export async function recordCharge(id: string, now: Date): Promise<Taken> {
  const stripe = await payments();
  const { customer, paidFor } = await stripe.charge(id);
  if (!paidFor || customer === null) return 'ignored';
  if ((await findUserOfCustomer(sql, customer)) === null) return 'ignored';
  // The news of the payment itself may be later than that of its refund.
  if (paidFor.object === 'invoice') await recordInvoice(paidFor.id, now);
  else await recordSession(paidFor.id, now);

  return fetchAndWrite(`purchase ${paidFor.id}`, async () => {
    const seen = await findPurchase(sql, paidFor.id);
    // It brought no tokens.
    if (seen?.state !== 'paid') return 'done';
    const { lost } = await stripe.charge(id);
    return transaction(async (tx) => {
      const purchase = await lockPurchase(tx, seen.id);
      if (purchase?.revision !== seen.revision) return null;
      await adjustLoss(tx, { ...purchase, lost_amount: lost }, now);
      await publish(tx, purchase.user_id, { topic: 'billing', data: null });
      return 'done' as const;
    });
  });
}
