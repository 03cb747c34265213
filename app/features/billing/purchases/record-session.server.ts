import { publish } from '~/engine/events/index.server';
import { payments, type SessionRecord } from '~/gateways/payments/index.server';
import { sql, transaction } from '~/lib/db/index.server';

import { closeCheckout } from '../checkout/checkout-data.server';
import { findUserOfCustomer } from '../checkout/customer-data.server';
import { queueBillingMail } from '../mails/billing-mail.server';
import { priceSetting } from '../plans/price-settings.server';
import { syncSubscription, type Taken } from '../subscriptions/sync-subscription.server';
import { grantPurchase } from './grant-purchase.server';
import { writePurchase } from './purchase-data.server';
import { recordInvoice } from './record-invoice.server';

/** Takes in how a Checkout session stands: a pack is granted when it is paid, which may be days after it was ordered. */
export async function recordSession(id: string, now: Date): Promise<Taken> {
  const stripe = await payments();
  const session = await stripe.session(id);
  const userId = session.customer && (await findUserOfCustomer(sql, session.customer));
  if (!userId) return 'ignored';
  if (session.status === 'open') return 'done';
  if (session.status === 'complete') {
    if (session.mode === 'payment') await takePack(userId, session, now);
    else if (session.subscription !== null) {
      await syncSubscription(session.subscription, now);
      // Its own event may come later, or have come before: whichever is first does it.
      const { latestInvoice } = await stripe.subscription(session.subscription);
      if (latestInvoice !== null) await recordInvoice(latestInvoice, now);
    }
  }
  // Last: what waits for it looks at what it has brought then.
  await closeCheckout(sql, userId, { sessionId: id }, session.status);
  return 'done';
}

async function takePack(userId: string, session: SessionRecord, now: Date): Promise<void> {
  const { id, price } = session;
  const setting = price === null ? undefined : priceSetting(price);
  // It must not be lost that somebody has paid: the event is kept, and can be replayed when this is mended.
  if (!setting) throw new Error(`session ${id} is for ${price}, which is not in STRIPE_PRICES`);
  await transaction(async (tx) => {
    const purchase = await writePurchase(tx, {
      id,
      userId,
      kind: 'pack',
      price: setting.price,
      name: setting.name ?? 'Token pack',
      state: session.payment,
      tokens: setting.tokens * session.quantity,
      amount: session.amount,
      currency: session.currency,
      createdAt: session.createdAt,
      now,
    });
    if (!purchase || purchase.state === 'pending') return;
    if (purchase.state === 'failed') {
      await queueBillingMail(tx, { kind: 'pack-failed', userId, id }, now);
    } else {
      await grantPurchase(tx, purchase, now);
      if (session.amount > 0) {
        await queueBillingMail(tx, { kind: 'receipt', userId, object: 'session', id }, now);
      }
    }
    await publish(tx, userId, { topic: 'billing', data: null });
  });
}
