import { AppError } from '~/lib/errors';
import { env } from '~/lib/env.server';

import { hasPlan } from '../subscriptions/status-words';
import { readSubscription } from '../subscriptions/read-subscription.server';
import type { PlansView } from './plans';
import { readPlans } from './read-plans.server';

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
export async function readPricing(userId: string | null, now: Date) {
  const [offers, view] = await Promise.all([
    readPlansIfPossible(),
    userId === null ? null : readSubscription(userId, now),
  ]);
  return { metering: env().METERING, offers, reader: view && { hasPlan: hasPlan(view) } };
}
