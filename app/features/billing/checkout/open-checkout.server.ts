import { z } from 'zod';

import { payments, paymentsMode, publishableKey } from '~/gateways/payments/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { findPurchase } from '../purchases/purchase-data.server';
import { askPayments } from '../plans/read-plans.server';
import { readSubscription } from '../subscriptions/read-subscription.server';
import type { CheckoutOutcome, CheckoutView } from './checkout';
import { findCheckout } from './checkout-data.server';
import { settleClosed } from './start-checkout.server';
import { paymentTexts } from './texts';

/**
 * A user's checkout on our page, or its id as `over` when nothing is left to pay.
 * @throws AppError `not-found`, `unavailable`
 */
export async function openCheckout(
  userId: UserScope,
  id: string | undefined,
  now: Date,
): Promise<CheckoutView | { over: string }> {
  const key = publishableKey();
  if (key === null || !z.uuid().safeParse(id).success) throw missing();
  const checkout = await findCheckout(userId, id!);
  if (!checkout?.embedded || checkout.sessionId === null) throw missing();
  if (checkout.state !== 'open') return { over: checkout.id };
  const { sessionId, kind, price } = checkout;
  return askPayments(async () => {
    const session = await (await payments()).session(sessionId);
    if (session.status !== 'open') {
      await settleClosed(userId, checkout, session, now);
      return { over: checkout.id };
    }
    return {
      id: checkout.id,
      kind,
      price,
      mode: paymentsMode(),
      publishableKey: key,
      clientSecret: session.clientSecret,
    };
  });
}

function missing(): AppError {
  return new AppError('not-found', paymentTexts.noCheckout);
}

/**
 * The outcome of a user's checkout, by what Stripe has reported and not by the URL that they came back to. Null for an
 * unknown id.
 */
export async function readCheckout(
  userId: UserScope,
  id: string | null,
  now: Date,
): Promise<CheckoutOutcome | null> {
  if (id === null || !z.uuid().safeParse(id).success) return null;
  const checkout = await findCheckout(userId, id);
  if (!checkout) return null;
  const { kind, sessionId: session } = checkout;
  if (checkout.state === 'expired') return { kind, state: 'expired' };
  if (kind === 'pack') {
    const purchase = session === null ? null : await findPurchase(session);
    if (purchase?.userId !== userId) return { kind, state: 'waiting' };
    if (purchase.state === 'paid') return { kind, state: 'done', tokens: purchase.granted };
    return { kind, state: purchase.state === 'failed' ? 'failed' : 'pending' };
  }
  if (checkout.state === 'open') return { kind, state: 'waiting' };
  const { status, name } = await readSubscription(userId, now);
  if (status === 'active' || status === 'trialing') return { kind, state: 'done', name };
  return { kind, state: 'pending' };
}
