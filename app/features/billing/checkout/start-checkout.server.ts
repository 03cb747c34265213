import { z } from 'zod';

import {
  payments,
  paymentsMode,
  type Payments,
  type SessionRecord,
} from '~/gateways/payments/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { appUrl } from '~/lib/env.server';
import { AppError } from '~/lib/errors';

import { isSelling, priceSetting } from '../plans/price-settings.server';
import { recordSession } from '../purchases/record-session.server';
import { hasLiveSubscription } from '../subscriptions/subscription-table.server';
import { syncSubscription } from '../subscriptions/sync-subscription.server';
import { askPayments } from './ask-payments.server';
import {
  closeCheckout,
  insertCheckout,
  nameSession,
  openCheckouts,
  type CheckoutRow,
} from './checkout-table.server';
import { findCustomer, findPayer, keepCustomer, lockCustomer } from './customer-table.server';
import { paymentTexts } from './messages';

const schema = z.object({ price: z.string().max(200) });

/** @throws AppError `invalid` */
export function readCheckoutRequest(body: unknown): { price: string } {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid', paymentTexts.unknownPrice);
}

/**
 * Where to pay for a plan or a pack. Somebody who has a plan is led to the portal instead, and so is a second tab: one
 * Checkout for a plan is open at a time, and asked for again it is the same one.
 */
export async function startCheckout(
  userId: string,
  price: string,
  now: Date,
): Promise<{ url: string }> {
  const setting = priceSetting(price);
  if (!isSelling() || !setting) throw new AppError('invalid', paymentTexts.unknownPrice);
  const { kind } = setting;
  return askPayments(async () => {
    const stripe = await payments();
    const customer = await customerOf(stripe, userId, now);
    const wanted = { userId, kind, price, now };
    if (kind === 'plan') {
      await closeOthers(stripe, customer, wanted);
      // By Stripe's own word: its news of a plan may have been lost on the way.
      const live = await stripe.liveSubscriptions(customer);
      for (const { id } of live) await syncSubscription(id, now);
      if (live.length > 0) return toPortal(stripe, customer);
    }
    // Twice at the most: what turns out to be over is closed, and another one begun.
    for (let round = 0; round < 2; round += 1) {
      const checkout = await claimCheckout(wanted);
      // Somebody has begun with another plan since: that one counts.
      if (checkout === null) throw new AppError('conflict', paymentTexts.begunElsewhere);
      const session = await sessionOf(stripe, customer, userId, checkout);
      if (session.url !== null && session.status === 'open') return { url: session.url };
      await settleClosed(userId, checkout, session, now);
      if (kind === 'plan' && session.status === 'complete') {
        if (await hasLiveSubscription(sql, userId)) return toPortal(stripe, customer);
        throw new AppError('conflict', paymentTexts.underWay);
      }
    }
    throw new AppError('unavailable', paymentTexts.away);
  });
}

/** The portal, where cards, plan and invoices are looked after. @throws AppError `not-found` for who never paid */
export async function openPortal(userId: string): Promise<{ url: string }> {
  const customer = paymentsMode() === 'off' ? null : await findCustomer(sql, userId);
  if (customer === null) throw new AppError('not-found', paymentTexts.noCustomer);
  return askPayments(async () => toPortal(await payments(), customer));
}

async function toPortal(stripe: Payments, customer: string): Promise<{ url: string }> {
  return { url: await stripe.portal(customer, `${appUrl()}/settings?tab=subscription`) };
}

async function customerOf(stripe: Payments, userId: string, now: Date): Promise<string> {
  const known = await findCustomer(sql, userId);
  if (known !== null) return known;
  const payer = await findPayer(sql, userId);
  if (!payer) throw new AppError('not-found', 'This account no longer exists.');
  return keepCustomer(sql, userId, await stripe.createCustomer({ userId, ...payer }), now);
}

interface Wanted {
  userId: string;
  kind: 'plan' | 'pack';
  price: string;
  now: Date;
}

/** Ends what was begun for another plan, so that only one can be paid. */
async function closeOthers(
  stripe: Payments,
  customer: string,
  { userId, price, now }: Wanted,
): Promise<void> {
  for (const other of await openCheckouts(sql, userId, now)) {
    if (other.kind !== 'plan' || other.price === price) continue;
    // One that another tab is asking for at this moment is found by its key.
    const { id } = await sessionOf(stripe, customer, userId, other);
    if (await stripe.expireSession(id)) {
      await closeCheckout(sql, userId, { id: other.id }, 'expired');
      continue;
    }
    const session = await stripe.session(id);
    await settleClosed(userId, other, session, now);
    if (session.status === 'complete' && !(await hasLiveSubscription(sql, userId))) {
      throw new AppError('conflict', paymentTexts.underWay);
    }
  }
}

/** The open checkout for this price, or a new one; null when one for another plan is open. */
function claimCheckout({ userId, kind, price, now }: Wanted): Promise<CheckoutRow | null> {
  return transaction(async (tx) => {
    await lockCustomer(tx, userId);
    const open = await openCheckouts(tx, userId, now);
    const same = open.find((checkout) => checkout.price === price);
    if (same) return same;
    if (kind === 'plan' && open.some((checkout) => checkout.kind === 'plan')) return null;
    return insertCheckout(tx, { userId, kind, price, now });
  });
}

/** Asked for under the checkout's own key: whoever asks again gets the same session. */
async function sessionOf(
  stripe: Payments,
  customer: string,
  userId: string,
  { id, kind, price, session_id: known }: CheckoutRow,
): Promise<SessionRecord> {
  if (known !== null) return stripe.session(known);
  const created = await stripe.createSession({
    customer,
    price,
    mode: kind === 'plan' ? 'subscription' : 'payment',
    successUrl: `${appUrl()}/auth/verify-subscription?checkout=${id}`,
    cancelUrl: `${appUrl()}/settings?tab=${kind === 'plan' ? 'subscription' : 'tokens'}`,
    reference: id,
  });
  await nameSession(sql, userId, id, created.id);
  // What an idempotency key brings back is the session as it was when it was made.
  return stripe.session(created.id);
}

/** Takes in what came of a session that is over, whether its webhook has come yet or not. */
async function settleClosed(
  userId: string,
  { id }: CheckoutRow,
  session: SessionRecord,
  now: Date,
): Promise<void> {
  if (session.status === 'complete') await recordSession(session.id, now);
  await closeCheckout(sql, userId, { id }, session.status === 'complete' ? 'complete' : 'expired');
}
