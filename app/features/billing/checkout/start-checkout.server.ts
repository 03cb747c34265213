import {
  payments,
  paymentsMode,
  publishableKey,
  type Payments,
  type SessionRecord,
} from '~/gateways/payments/index.server';
import { prisma, prismaTransaction } from '~/lib/db/index.server';
import { appUrl } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { askPayments, isSelling, priceSetting } from '../plans/read-plans.server';
import { recordSession } from '../purchases/record-payment.server';
import { hasLiveSubscription } from '../subscriptions/subscription-data.server';
import { syncSubscription } from '../subscriptions/sync-subscription.server';
import {
  closeCheckout,
  findCheckout,
  insertCheckout,
  listOpenCheckouts,
  setSession,
  type CheckoutRow,
} from './checkout-data.server';
import { findCustomer, findPayer, insertCustomer, lockCustomer } from './customer-data.server';
import { checkoutPath, returnPath } from './checkout';
import type { CheckoutRequest } from './schema';
import { paymentTexts } from './texts';

/**
 * The URL at which to pay for a plan or a pack: our checkout page where Stripe's script can be used, Stripe's page
 * otherwise, and the portal for a user who already has a plan. Only one checkout for a plan is open at a time, and a
 * repeated request leads to the same one.
 * @throws AppError `invalid` for an unknown price; `conflict`; `unavailable`
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
    const request = { userId, kind, price, embedded, now };
    const paid = await closeRivals(stripe, customer, request);
    if (instead !== undefined && (await wasPaid(userId, instead, paid))) {
      return { url: returnPath(instead) };
    }
    if (kind === 'plan') {
      // Stripe is asked, because its event about a plan may have been lost.
      const live = await stripe.liveSubscriptions(customer);
      for (const { id } of live) await syncSubscription(id, now);
      if (live.length > 0) return toPortal(stripe, customer);
    }
    // A second round, because the first may find a checkout that is over, which is closed and replaced.
    for (let round = 0; round < 2; round += 1) {
      const checkout = await claimCheckout(request);
      // Another tab has started a checkout for another plan in the meantime.
      if (checkout === null) throw new AppError('conflict', paymentTexts.startedElsewhere);
      const session = await sessionOf(stripe, customer, userId, checkout);
      if (session.status === 'open') {
        if (embedded) return { url: checkoutPath(checkout.id) };
        if (session.url !== null) return { url: session.url };
      }
      await settleClosed(userId, checkout, session, now);
      if (kind === 'plan' && session.status === 'complete') {
        if (await hasLiveSubscription(userId)) return toPortal(stripe, customer);
        throw new AppError('conflict', paymentTexts.underWay);
      }
    }
    throw new AppError('unavailable', paymentTexts.away);
  });
}

/**
 * The URL of Stripe's portal, where users manage their cards, plan, and invoices.
 * @throws AppError `not-found` for a user who never paid
 */
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
  return insertCustomer(userId, await stripe.createCustomer({ userId, ...payer }), now);
}

interface CheckoutStart {
  userId: UserScope;
  kind: 'plan' | 'pack';
  price: string;
  embedded: boolean;
  now: Date;
}

/** Whether both must not be paid: two plans, or the same price on our page and on Stripe's. */
function isRival(other: CheckoutRow, { kind, price, embedded }: CheckoutStart): boolean {
  if (other.price === price) return other.embedded !== embedded;
  return kind === 'plan' && other.kind === 'plan';
}

/** Closes rival checkouts, so that only one can be paid. Returns those that turned out to be paid. */
async function closeRivals(
  stripe: Payments,
  customer: string,
  request: CheckoutStart,
): Promise<CheckoutRow[]> {
  const { userId, now } = request;
  const paid: CheckoutRow[] = [];
  for (const other of await listOpenCheckouts(prisma, userId, now)) {
    if (!isRival(other, request)) continue;
    // Also finds a session that another tab is creating at this moment, by its idempotency key.
    const { id } = await sessionOf(stripe, customer, userId, other);
    if (await stripe.expireSession(id)) {
      await closeCheckout(userId, { id: other.id }, 'expired');
      continue;
    }
    const session = await stripe.session(id);
    await settleClosed(userId, other, session, now);
    if (session.status !== 'complete') continue;
    if (other.kind === 'plan' && !(await hasLiveSubscription(userId))) {
      throw new AppError('conflict', paymentTexts.underWay);
    }
    paid.push(other);
  }
  return paid;
}

/** Whether the checkout that this one replaces was paid after all, so that nothing is paid twice. */
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
}: CheckoutStart): Promise<CheckoutRow | null> {
  return prismaTransaction(async (tx, sql) => {
    await lockCustomer(sql, userId);
    const open = await listOpenCheckouts(tx, userId, now);
    const same = open.find(
      (checkout) => checkout.price === price && checkout.embedded === embedded,
    );
    if (same) return same;
    if (kind === 'plan' && open.some((checkout) => checkout.kind === 'plan')) return null;
    return insertCheckout(tx, { userId, kind, price, embedded, now });
  });
}

/** Created under the checkout's own idempotency key, so that a repeated call gets the same session. */
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
  await setSession(userId, id, created.id);
  // A repeated call gets the session as it was at its creation, so it is fetched again.
  return stripe.session(created.id);
}

/** Records the outcome of a session that is over, whether or not its webhook has arrived. */
export async function settleClosed(
  userId: UserScope,
  { id }: CheckoutRow,
  session: SessionRecord,
  now: Date,
): Promise<void> {
  if (session.status === 'complete') await recordSession(session.id, now);
  await closeCheckout(userId, { id }, session.status === 'complete' ? 'complete' : 'expired');
}
