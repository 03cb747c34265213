import { env } from '~/lib/env.server';

import { readPlansIfPossible } from '../plans/pricing-view.server';
import { readSubscription } from './read-subscription.server';

/** What the tab about the plan shows. */
export async function openSubscriptionTab(
  { id, timeZone }: { id: string; timeZone: string | null },
  now: Date,
) {
  const [plan, offers] = await Promise.all([readSubscription(id, now), readPlansIfPossible()]);
  return {
    plan,
    offers,
    metering: env().METERING,
    timeZone: timeZone ?? 'UTC',
    now: now.toISOString(),
  };
}
