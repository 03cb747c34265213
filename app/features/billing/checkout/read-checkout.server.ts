import { z } from 'zod';

import { sql } from '~/lib/db/index.server';

import { findPurchase } from '../purchases/purchase-data.server';
import { readSubscription } from '../subscriptions/read-subscription.server';
import type { CheckoutOutcome } from './checkout-outcome';
import { findCheckout } from './checkout-data.server';

/**
 * What has come of a Checkout of the user, by what Stripe has told and not by the address that they came back to. Null
 * when there is no such one of theirs.
 */
export async function readCheckout(
  userId: string,
  id: string | null,
  now: Date,
): Promise<CheckoutOutcome | null> {
  if (id === null || !z.uuid().safeParse(id).success) return null;
  const checkout = await findCheckout(sql, userId, id);
  if (!checkout) return null;
  const { kind, session_id: session } = checkout;
  if (checkout.state === 'expired') return { kind, state: 'expired' };
  if (kind === 'pack') {
    const purchase = session === null ? null : await findPurchase(sql, session);
    if (purchase?.user_id !== userId) return { kind, state: 'waiting' };
    if (purchase.state === 'paid') {
      return { kind, state: 'done', tokens: purchase.granted };
    }
    return { kind, state: purchase.state === 'failed' ? 'failed' : 'pending' };
  }
  if (checkout.state === 'open') return { kind, state: 'waiting' };
  const { status, name } = await readSubscription(userId, now);
  if (status === 'active' || status === 'trialing') return { kind, state: 'done', name };
  return { kind, state: 'pending' };
}
