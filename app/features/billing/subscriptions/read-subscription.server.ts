import { sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { findCustomer } from '../checkout/customer-data.server';
import { readAccount } from '../ledger/ledger-data.server';
import { isAhead } from '../ledger/spending';
import {
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
  type SubscriptionView,
} from './subscription';
import { findSubscription } from './subscription-data.server';

/** @throws AppError `not-found` for a user without an account. */
export async function readSubscription(userId: UserScope, now: Date): Promise<SubscriptionView> {
  const account = await readAccount(sql, userId);
  const { subscriptionId: id, subscriptionTrialEndAt: trialEnd } = account;
  const row = id === null ? null : await findSubscription(userId, id);
  const status = statusOf(account.subscriptionStatus);
  // The trial ends by time, also before the job has written it down.
  const trialOver = status === 'trialing' && id === null && !isAhead(trialEnd, now);
  return {
    status: trialOver ? 'none' : status,
    name: account.subscriptionName,
    interval: row && (row.interval === 'year' ? 'year' : 'month'),
    currentPeriodEnd: row?.currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd: row?.cancelAtPeriodEnd ?? false,
    trialEndsAt: trialEnd?.toISOString() ?? null,
    debtTokens: account.debtToken,
    hasCustomer: (await findCustomer(userId)) !== null,
  };
}

function statusOf(text: string): SubscriptionStatus {
  return SUBSCRIPTION_STATUSES.find((status) => status === text) ?? 'none';
}
