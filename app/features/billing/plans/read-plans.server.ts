import type { PlansView } from './plans';

/** What can be bought here. Nothing without Stripe. */
export function readPlans(): Promise<PlansView> {
  return Promise.resolve({ plans: [], packs: [], mode: 'off' });
}
