import {
  payments,
  paymentsMode,
  publishableKey,
  type Payments,
  type SessionRecord,
} from '~/gateways/payments/index.server';
import { prisma, prismaTransaction, sql } from '~/lib/db/index.server';
import { appUrl } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { isSelling, priceSetting } from '../plans/price-settings.server';
import { recordSession } from '../purchases/record-payment.server';
import { hasLiveSubscription } from '../subscriptions/subscription-data.server';
import { syncSubscription } from '../subscriptions/sync-subscription.server';
import { askPayments } from './ask-payments.server';
import {
  closeCheckout,
  findCheckout,
  insertCheckout,
  nameSession,
  openCheckouts,
  type CheckoutRow,
} from './checkout-data.server';
import { findCustomer, findPayer, keepCustomer, lockCustomer } from './customer-data.server';
import { checkoutPath, returnPath } from './paths';
import type { CheckoutRequest } from './schema';
import { paymentTexts } from './texts';

/**
 * Where to pay for a plan or a pack: our checkout page where Stripe's script can be used, Stripe's own page otherwise.
 * Users who have a plan get the portal. One checkout for a plan is open at a time; asking again leads to the same one.
 */
export async function startCheckout(
  userId: UserScope,
  { price, instead }: CheckoutRequest,
  now: Date,
): Promise<{ url: string }> {
  const setting = priceSetting(price);
  if (!isSelling() || !setting) throw new AppError('invalid', paymentTexts.unknownPrice);
  const { kind } = setting;
  return askPayments(async () => {
    const stripe = await payments();
    const customer = await customerOf(stripe, userId, now);
    const embedded = instead === undefined && publishableKey() !== null;
    const wanted = { userId, kind, price, embedded, now };
    const paid = await closeOthers(stripe, customer, wanted);
    if (instead !== undefined && (await wasPaid(userId, instead, paid))) {
      return { url: returnPath(instead) };
    }
    if (kind === 'plan') {
      // By Stripe's own word: its news of a plan may have been lost on the way.
      const live = await stripe.liveSubscriptions(customer);
      for (const { id } of live) await syncSubscription(id, now);
      if (live.length > 0) return toPortal(stripe, customer);
    }
    // Twice at the most: what turns out to be over is closed, and another one begun.
    for (let round = 0; round < 2; round += 1) {
      const checkout = await claimCheckout(wanted);
      // Someone has begun with another plan since: that one counts.
      if (checkout === null) throw new AppError('conflict', paymentTexts.begunElsewhere);
      const session = await sessionOf(stripe, customer, userId, checkout);
      if (session.status === 'open') {
        if (embedded) return { url: checkoutPath(checkout.id) };
        if (session.url !== null) return { url: session.url };
      }
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
export async function openPortal(userId: UserScope): Promise<{ url: string }> {
  const customer = paymentsMode() === 'off' ? null : await findCustomer(userId);
  if (customer === null) throw new AppError('not-found', paymentTexts.noCustomer);
  return askPayments(async () => toPortal(await payments(), customer));
}

async function toPortal(stripe: Payments, customer: string): Promise<{ url: string }> {
  return { url: await stripe.portal(customer, `${appUrl()}/settings?tab=subscription`) };
}

async function customerOf(stripe: Payments, userId: UserScope, now: Date): Promise<string> {
  const known = await findCustomer(userId);
  if (known !== null) return known;
  const payer = await findPayer(userId);
  if (!payer) throw new AppError('not-found', 'This account no longer exists.');
  return keepCustomer(sql, userId, await stripe.createCustomer({ userId, ...payer }), now);
}

interface Wanted {
  userId: UserScope;
  kind: 'plan' | 'pack';
  price: string;
  embedded: boolean;
  now: Date;
}

function rivals(other: CheckoutRow, { kind, price, embedded }: Wanted): boolean {
  if (other.price === price) return other.embedded !== embedded;
  return kind === 'plan' && other.kind === 'plan';
}

/**
 * Ends what was begun for another plan, or for the same price at the other place, so that only one can be paid.
 * Returns those that turned out to be paid.
 */
async function closeOthers(
  stripe: Payments,
  customer: string,
  wanted: Wanted,
): Promise<CheckoutRow[]> {
  const { userId, now } = wanted;
  const paid: CheckoutRow[] = [];
  for (const other of await openCheckouts(prisma, userId, now)) {
    if (!rivals(other, wanted)) continue;
    // One that another tab is asking for at this moment is found by its key.
    const { id } = await sessionOf(stripe, customer, userId, other);
    if (await stripe.expireSession(id)) {
      await closeCheckout(userId, { id: other.id }, 'expired');
      continue;
    }
    const session = await stripe.session(id);
    await settleClosed(userId, other, session, now);
    if (session.status !== 'complete') continue;
    if (other.kind === 'plan' && !(await hasLiveSubscription(sql, userId))) {
      throw new AppError('conflict', paymentTexts.underWay);
    }
    paid.push(other);
  }
  return paid;
}

/** Whether the checkout that another is to replace was paid all the same, so that nothing is paid twice. */
async function wasPaid(
  userId: UserScope,
  id: string,
  paid: readonly CheckoutRow[],
): Promise<boolean> {
  if (paid.some((checkout) => checkout.id === id)) return true;
  return (await findCheckout(userId, id))?.state === 'complete';
}

/** The open checkout for this price, or a new one; null when one for another plan is open. */
function claimCheckout({
  userId,
  kind,
  price,
  embedded,
  now,
}: Wanted): Promise<CheckoutRow | null> {
  return prismaTransaction(async (tx, sql) => {
    await lockCustomer(sql, userId);
    const open = await openCheckouts(tx, userId, now);
    const same = open.find(
      (checkout) => checkout.price === price && checkout.embedded === embedded,
    );
    if (same) return same;
    if (kind === 'plan' && open.some((checkout) => checkout.kind === 'plan')) return null;
    return insertCheckout(tx, { userId, kind, price, embedded, now });
  });
}

/** Asked for under the checkout's own key, so that asking again gives the same session. */
async function sessionOf(
  stripe: Payments,
  customer: string,
  userId: UserScope,
  { id, kind, price, embedded, sessionId: known }: CheckoutRow,
): Promise<SessionRecord> {
  if (known !== null) return stripe.session(known);
  const created = await stripe.createSession({
    customer,
    price,
    mode: kind === 'plan' ? 'subscription' : 'payment',
    embedded,
    returnUrl: `${appUrl()}${returnPath(id)}`,
    cancelUrl: `${appUrl()}/settings?tab=${kind === 'plan' ? 'subscription' : 'tokens'}`,
    reference: id,
  });
  await nameSession(userId, id, created.id);
  // What an idempotency key brings back is the session as it was when it was made.
  return stripe.session(created.id);
}

/** Takes in what came of a session that is over, whether its webhook has come yet or not. */
export async function settleClosed(
  userId: UserScope,
  { id }: CheckoutRow,
  session: SessionRecord,
  now: Date,
): Promise<void> {
  if (session.status === 'complete') await recordSession(session.id, now);
  await closeCheckout(userId, { id }, session.status === 'complete' ? 'complete' : 'expired');
}
