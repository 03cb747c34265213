import { paymentsMode } from '~/gateways/payments/index.server';
import { appUrl, env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { readSubscription } from '../subscriptions/read-subscription.server';
import { hasPlan } from '../subscriptions/status-text';
import type { PlansView } from './plans';
import { readOffers, readPlans } from './read-plans.server';

/** What is sold, or null when Stripe cannot be asked: a page that shows more than prices goes on without. */
export async function readPlansIfPossible(): Promise<PlansView | null> {
  try {
    return await readPlans();
  } catch (error) {
    // It was logged where it happened.
    if (error instanceof AppError && error.code === 'unavailable') return null;
    throw error;
  }
}

/** What the pricing page shows to this user, or to a visitor. */
export async function readPricing(userId: UserScope | null, now: Date) {
  const [offers, view] = await Promise.all([
    readPlansIfPossible(),
    userId === null ? null : readSubscription(userId, now),
  ]);
  return { metering: env().METERING, offers, reader: view && { hasPlan: hasPlan(view) } };
}

/** What is set up for tests; null outside of test mode, where it is no one's business. */
interface TestModeView {
  webhook: string;
  /** Null: Stripe cannot be asked just now. */
  prices: { price: string; state: string }[] | null;
}

/** How the settings look to Stripe, for operators who try payments out. */
export async function readTestMode(): Promise<TestModeView | null> {
  if (paymentsMode() !== 'test') return null;
  const webhook = `${appUrl()}/api/stripe/webhook`;
  try {
    const prices = (await readOffers()).map(({ price, offer }) => ({
      price,
      state: offer.kind === 'none' ? `Not shown: ${offer.why}` : `Shown as a ${offer.kind}`,
    }));
    return { webhook, prices };
  } catch (error) {
    // It was logged where it happened.
    if (error instanceof AppError && error.code === 'unavailable') return { webhook, prices: null };
    throw error;
  }
}
