/** What each means is in docs/decisions/0030. */
export const SUBSCRIPTION_STATUSES = [
  'none',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'canceled',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** What a user's plan is. Moments are ISO 8601. */
export interface SubscriptionView {
  status: SubscriptionStatus;
  name: string | null;
  interval: 'month' | 'year' | null;
  currentPeriodEnd: string | null;
  cancelAtPeriodEnd: boolean;
  trialEndsAt: string | null;
  /** Tokens that were taken back after they had been spent: the next ones pay for them first. */
  debtTokens: number;
  /** There is something to see in Stripe's customer portal. */
  hasCustomer: boolean;
}

export interface KnownSubscription {
  id: string;
  /** Stripe's word. */
  status: string;
  name: string;
  startedAt: Date;
}

interface AccountPlan {
  status: SubscriptionStatus;
  subscriptionId: string | null;
  name: string | null;
}

/** The plan is in force, or would be if it were paid: a second one cannot be begun. */
const LIVE = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete'] as const;

export function isLive(status: string): boolean {
  return (LIVE as readonly string[]).includes(status);
}

/** The better the status, the further in front. What is not listed counts as never begun. */
const RANK: readonly SubscriptionStatus[] = [...LIVE, 'canceled'];

/**
 * What an account's plan is, of all subscriptions that it ever had: the best one, of several the newest. Without any it
 * is the sign-up's trial as long as that runs.
 */
export function planOf(
  subscriptions: readonly KnownSubscription[],
  trialRuns: boolean,
): AccountPlan {
  const ranked = subscriptions
    .map((one) => ({ ...one, rank: RANK.findIndex((status) => status === one.status) }))
    .filter(({ rank }) => rank !== -1)
    .sort((a, b) => a.rank - b.rank || b.startedAt.getTime() - a.startedAt.getTime());
  const [best] = ranked;
  if (!best) return { status: trialRuns ? 'trialing' : 'none', subscriptionId: null, name: null };
  return { status: RANK[best.rank]!, subscriptionId: best.id, name: best.name };
}
