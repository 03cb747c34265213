/** docs/decisions/0030 says what each means. */
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

/** A user's plan. Times are ISO 8601. */
export interface SubscriptionView {
  status: SubscriptionStatus;
  name: string | null;
  interval: 'month' | 'year' | null;
  currentPeriodEnd: string | null;
  cancelAtPeriodEnd: boolean;
  trialEndsAt: string | null;
  /** Tokens that were refunded after they had been spent; the next grant pays them. */
  debtTokens: number;
  /** False: there is nothing to see in Stripe's customer portal. */
  hasCustomer: boolean;
}

export interface KnownSubscription {
  id: string;
  /** Stripe's word. */
  status: string;
  name: string;
  startedAt: Date;
}

export interface AccountPlan {
  status: SubscriptionStatus;
  subscriptionId: string | null;
  name: string | null;
}

/** A plan that is in force, or would be if it were paid; a user can't start a second one. Best first. */
const LIVE = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete'] as const;

export function isLive(status: string): boolean {
  return (LIVE as readonly string[]).includes(status);
}

/** Best first. A status that isn't listed counts as if the plan had never started. */
const RANK: readonly SubscriptionStatus[] = [...LIVE, 'canceled'];

/**
 * The plan of an account that has had these subscriptions: the one with the best status, the newest of several. Without
 * any, it is the sign-up's trial while that runs.
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
