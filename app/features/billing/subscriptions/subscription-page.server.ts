import { sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { currentSequence } from '~/engine/events/index.server';
import type { UserScope } from '~/lib/scope';

import { readPlansIfPossible } from '../plans/pricing-view.server';
import { readSubscription } from './read-subscription.server';

/** What the tab about the plan shows. */
export async function openSubscriptionTab(
  { id, timeZone }: { id: UserScope; timeZone: string | null },
  now: Date,
) {
  // First: what changes meanwhile is told of.
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
