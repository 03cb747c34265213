import { publish } from '~/engine/events/index.server';
import { payments, type InvoiceRecord } from '~/gateways/payments/index.server';
import { sql, transaction } from '~/lib/db/index.server';

import { findUserOfCustomer } from '../checkout/customer-data.server';
import { queueBillingMail } from '../mails/billing-mail.server';
import { priceSetting } from '../plans/price-settings.server';
import { syncSubscription, type Taken } from '../subscriptions/sync-subscription.server';
import { grantPurchase } from './grant-purchase.server';
import { writePurchase } from './purchase-data.server';

/** Takes in how an invoice stands: a paid one grants what its period brings, once. */
export async function recordInvoice(id: string, now: Date): Promise<Taken> {
  const invoice = await (await payments()).invoice(id);
  const userId = invoice.customer && (await findUserOfCustomer(sql, invoice.customer));
  // Others are the receipts of what is no subscription.
  if (!userId || invoice.subscription === null) return 'ignored';
  const { subscription } = invoice;
  if (invoice.status === 'paid') await takePayment(userId, subscription, invoice, now);
  else if (invoice.status === 'open' && invoice.isRenewal && invoice.attempts > 0) {
    await transaction((tx) => queueBillingMail(tx, { kind: 'payment-failed', userId, id }, now));
  }
  return syncSubscription(subscription, now);
}

async function takePayment(
  userId: string,
  subscription: string,
  invoice: InvoiceRecord,
  now: Date,
): Promise<void> {
  const bought = whatItPays(invoice);
  await transaction(async (tx) => {
    if (invoice.amountPaid > 0) {
      await queueBillingMail(
        tx,
        { kind: 'receipt', userId, object: 'invoice', id: invoice.id },
        now,
      );
    }
    if (!bought) return;
    const purchase = await writePurchase(tx, {
      id: invoice.id,
      userId,
      kind: 'plan',
      state: 'paid',
      ...bought,
      amount: invoice.amountPaid,
      currency: invoice.currency,
      subscriptionId: subscription,
      createdAt: invoice.createdAt,
      now,
    });
    if (!purchase) return;
    await grantPurchase(tx, purchase, now);
    await publish(tx, userId, { topic: 'billing', data: null });
  });
}

/** Null where only parts of periods are settled, as after a change of plan. */
function whatItPays({ id, periods }: InvoiceRecord) {
  const [first] = periods;
  if (!first) return null;
  let tokens = 0;
  for (const { price, quantity } of periods) {
    const setting = priceSetting(price);
    // It must not be lost that somebody has paid: the event is kept, and can be replayed when this is mended.
    if (!setting) throw new Error(`invoice ${id} is for ${price}, which is not in STRIPE_PRICES`);
    tokens += setting.tokens * quantity;
  }
  const { price, start, end } = first;
  return { price, name: priceSetting(price)?.name ?? 'Plan', tokens, period: { start, end } };
}
