import { publish } from '~/engine/events/index.server';
import { type InvoiceRecord, payments, type SessionRecord } from '~/gateways/payments/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { closeCheckout } from '../checkout/checkout-data.server';
import { findUserOfCustomer } from '../checkout/customer-data.server';
import { queueBillingEmail } from '../emails/billing-email.server';
import { priceSetting } from '../plans/read-plans.server';
import {
  type EventOutcome,
  fetchAndWrite,
  syncSubscription,
} from '../subscriptions/sync-subscription.server';
import { adjustLoss, grantPurchase } from './grant-purchase.server';
import { findPurchase, lockPurchase, writePurchase } from './purchase-data.server';

/** Records the present state of a checkout session. A pack is granted when it is paid, maybe days after the order. */
export async function recordSession(id: string, now: Date): Promise<EventOutcome> {
  const stripe = await payments();
  const session = await stripe.session(id);
  const userId = session.customer && (await findUserOfCustomer(session.customer));
  if (!userId) return 'ignored';
  if (session.status === 'open') return 'done';
  if (session.status === 'complete') {
    if (session.mode === 'payment') await recordPack(userId, session, now);
    else if (session.subscription !== null) {
      await syncSubscription(session.subscription, now);
      // The invoice has an event of its own, which may come before or after this one; whichever is first records it.
      const { latestInvoice } = await stripe.subscription(session.subscription);
      if (latestInvoice !== null) await recordInvoice(latestInvoice, now);
    }
  }
  // Last, because a page that waits for the checkout to close then shows what was granted.
  await closeCheckout(userId, { sessionId: id }, session.status);
  return 'done';
}

async function recordPack(userId: UserScope, session: SessionRecord, now: Date): Promise<void> {
  const { id, price } = session;
  const setting = price === null ? undefined : priceSetting(price);
  // A payment must not be lost: the event is stored as failed, and can be replayed once the setting is fixed.
  if (!setting) throw new Error(`session ${id} is for ${price}, which is not in STRIPE_PRICES`);
  await prismaTransaction(async (tx, sql) => {
    const purchase = await writePurchase(sql, {
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
      await queueBillingEmail(tx, sql, { kind: 'pack-failed', userId, id }, now);
    } else {
      await grantPurchase(tx, sql, purchase, now);
      if (session.amount > 0) {
        await queueBillingEmail(tx, sql, { kind: 'receipt', userId, object: 'session', id }, now);
      }
    }
    await publish(sql, userId, { topic: 'billing', data: null });
  });
}

/** Records the present state of an invoice. A paid one grants the tokens of its period, once. */
export async function recordInvoice(id: string, now: Date): Promise<EventOutcome> {
  const invoice = await (await payments()).invoice(id);
  const userId = invoice.customer && (await findUserOfCustomer(invoice.customer));
  // An invoice without a subscription is only the receipt of a pack.
  if (!userId || invoice.subscription === null) return 'ignored';
  const { subscription } = invoice;
  if (invoice.status === 'paid') await recordPeriod(userId, subscription, invoice, now);
  else if (invoice.status === 'open' && invoice.isRenewal && invoice.attempts > 0) {
    await prismaTransaction((tx, sql) =>
      queueBillingEmail(tx, sql, { kind: 'payment-failed', userId, id }, now),
    );
  }
  return syncSubscription(subscription, now);
}

async function recordPeriod(
  userId: UserScope,
  subscription: string,
  invoice: InvoiceRecord,
  now: Date,
): Promise<void> {
  const bought = purchaseOf(invoice);
  await prismaTransaction(async (tx, sql) => {
    if (invoice.amountPaid > 0) {
      await queueBillingEmail(
        tx,
        sql,
        { kind: 'receipt', userId, object: 'invoice', id: invoice.id },
        now,
      );
    }
    if (!bought) return;
    const purchase = await writePurchase(sql, {
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
    await grantPurchase(tx, sql, purchase, now);
    await publish(sql, userId, { topic: 'billing', data: null });
  });
}

/** Null for an invoice without a whole period, such as the proration after a change of plan. */
function purchaseOf({ id, periods }: InvoiceRecord) {
  const [first] = periods;
  if (!first) return null;
  let tokens = 0;
  for (const { price, quantity } of periods) {
    const setting = priceSetting(price);
    // As for a session: the event is stored as failed, and can be replayed once the setting is fixed.
    if (!setting) throw new Error(`invoice ${id} is for ${price}, which is not in STRIPE_PRICES`);
    tokens += setting.tokens * quantity;
  }
  const { price, start, end } = first;
  return { price, name: priceSetting(price)?.name ?? 'Plan', tokens, period: { start, end } };
}

/** Records how much of a charge was refunded or is disputed, and takes back that share of the tokens that it paid for. */
export async function recordCharge(id: string, now: Date): Promise<EventOutcome> {
  const stripe = await payments();
  const { customer, paidFor } = await stripe.charge(id);
  if (!paidFor || customer === null) return 'ignored';
  if ((await findUserOfCustomer(customer)) === null) return 'ignored';
  // The event of the payment itself may arrive after that of its refund.
  if (paidFor.object === 'invoice') await recordInvoice(paidFor.id, now);
  else await recordSession(paidFor.id, now);

  return fetchAndWrite(`purchase ${paidFor.id}`, async () => {
    const seen = await findPurchase(paidFor.id);
    // It never granted any tokens.
    if (seen?.state !== 'paid') return 'done';
    const { lost } = await stripe.charge(id);
    return prismaTransaction(async (tx, sql) => {
      const purchase = await lockPurchase(sql, seen.id);
      if (purchase?.revision !== seen.revision) return null;
      await adjustLoss(tx, sql, { ...purchase, lostAmount: lost }, now);
      await publish(sql, purchase.userId, { topic: 'billing', data: null });
      return 'done' as const;
    });
  });
}
