import { publish } from '~/engine/events/index.server';
import { type InvoiceRecord, payments, type SessionRecord } from '~/gateways/payments/index.server';
import { transaction } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { closeCheckout } from '../checkout/checkout-data.server';
import { findUserOfCustomer } from '../checkout/customer-data.server';
import { queueBillingEmail } from '../emails/billing-email.server';
import { priceSetting } from '../plans/price-settings.server';
import { syncSubscription, type Taken } from '../subscriptions/sync-subscription.server';
import { fetchAndWrite } from '../webhooks/fetch-and-write.server';
import { adjustLoss, grantPurchase } from './grant-purchase.server';
import { findPurchase, lockPurchase, writePurchase } from './purchase-data.server';

/** Takes in how a Checkout session stands: a pack is granted when it is paid, which may be days after it was ordered. */
export async function recordSession(id: string, now: Date): Promise<Taken> {
  const stripe = await payments();
  const session = await stripe.session(id);
  const userId = session.customer && (await findUserOfCustomer(session.customer));
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
  await closeCheckout(userId, { sessionId: id }, session.status);
  return 'done';
}

async function takePack(userId: UserScope, session: SessionRecord, now: Date): Promise<void> {
  const { id, price } = session;
  const setting = price === null ? undefined : priceSetting(price);
  // It must not be lost that someone has paid: the event is kept, and can be replayed when this is mended.
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
      await queueBillingEmail(tx, { kind: 'pack-failed', userId, id }, now);
    } else {
      await grantPurchase(tx, purchase, now);
      if (session.amount > 0) {
        await queueBillingEmail(tx, { kind: 'receipt', userId, object: 'session', id }, now);
      }
    }
    await publish(tx, userId, { topic: 'billing', data: null });
  });
}

/** Takes in how an invoice stands: a paid one grants what its period brings, once. */
export async function recordInvoice(id: string, now: Date): Promise<Taken> {
  const invoice = await (await payments()).invoice(id);
  const userId = invoice.customer && (await findUserOfCustomer(invoice.customer));
  // Others are the receipts of what is no subscription.
  if (!userId || invoice.subscription === null) return 'ignored';
  const { subscription } = invoice;
  if (invoice.status === 'paid') await takePayment(userId, subscription, invoice, now);
  else if (invoice.status === 'open' && invoice.isRenewal && invoice.attempts > 0) {
    await transaction((tx) => queueBillingEmail(tx, { kind: 'payment-failed', userId, id }, now));
  }
  return syncSubscription(subscription, now);
}

async function takePayment(
  userId: UserScope,
  subscription: string,
  invoice: InvoiceRecord,
  now: Date,
): Promise<void> {
  const bought = whatItPays(invoice);
  await transaction(async (tx) => {
    if (invoice.amountPaid > 0) {
      await queueBillingEmail(
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
    // It must not be lost that someone has paid: the event is kept, and can be replayed when this is mended.
    if (!setting) throw new Error(`invoice ${id} is for ${price}, which is not in STRIPE_PRICES`);
    tokens += setting.tokens * quantity;
  }
  const { price, start, end } = first;
  return { price, name: priceSetting(price)?.name ?? 'Plan', tokens, period: { start, end } };
}

/** Takes in what of a charge was refunded or is disputed: the tokens that it paid for go with it. */
export async function recordCharge(id: string, now: Date): Promise<Taken> {
  const stripe = await payments();
  const { customer, paidFor } = await stripe.charge(id);
  if (!paidFor || customer === null) return 'ignored';
  if ((await findUserOfCustomer(customer)) === null) return 'ignored';
  // The news of the payment itself may be later than that of its refund.
  if (paidFor.object === 'invoice') await recordInvoice(paidFor.id, now);
  else await recordSession(paidFor.id, now);

  return fetchAndWrite(`purchase ${paidFor.id}`, async () => {
    const seen = await findPurchase(paidFor.id);
    // It brought no tokens.
    if (seen?.state !== 'paid') return 'done';
    const { lost } = await stripe.charge(id);
    return transaction(async (tx) => {
      const purchase = await lockPurchase(tx, seen.id);
      if (purchase?.revision !== seen.revision) return null;
      await adjustLoss(tx, { ...purchase, lostAmount: lost }, now);
      await publish(tx, purchase.userId, { topic: 'billing', data: null });
      return 'done' as const;
    });
  });
}
