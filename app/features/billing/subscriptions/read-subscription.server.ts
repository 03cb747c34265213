import { currentSequence } from '~/engine/events/index.server';
import { sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import type { UserScope } from '~/lib/scope';

import { findCustomer } from '../checkout/customer-data.server';
import { readAccount } from '../ledger/ledger-data.server';
import { isAhead } from '../ledger/spending';
import { readPlansIfPossible } from '../plans/read-plans.server';
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
  // The trial ends by time, even before the job has recorded its end.
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

/** The data of the Subscription tab in Settings. */
export async function openSubscriptionTab(
  { id, timeZone }: { id: UserScope; timeZone: string | null },
  now: Date,
) {
  // Read first, so that the tab hears of what changes while the rest is read.
  const seq = await currentSequence(sql, id);
  const [plan, offers] = await Promise.all([readSubscription(id, now), readPlansIfPossible()]);
  return {
    seq,
    plan,
    offers,
    metering: env().METERING,
    timeZone: timeZone ?? 'UTC',
    now: now.toISOString(),
  };
}
