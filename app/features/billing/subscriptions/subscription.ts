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
