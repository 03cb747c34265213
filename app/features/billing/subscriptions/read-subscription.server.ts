import { getBalance } from '../get-balance.server';
import {
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
  type SubscriptionView,
} from './subscription';

/** @throws AppError `not-found` for a user without an account. */
export async function readSubscription(userId: string, now: Date): Promise<SubscriptionView> {
  const balance = await getBalance(userId, now);
  return {
    status: isStatus(balance.subscriptionStatus) ? balance.subscriptionStatus : 'none',
    name: balance.subscriptionName,
    interval: null,
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    trialEndsAt: balance.trialEndsAt?.toISOString() ?? null,
    debtTokens: 0,
    hasCustomer: false,
  };
}

function isStatus(text: string): text is SubscriptionStatus {
  return (SUBSCRIPTION_STATUSES as readonly string[]).includes(text);
}
