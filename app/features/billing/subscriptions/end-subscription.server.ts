import { z } from 'zod';

import { PaymentError, payments, paymentsMode } from '~/gateways/payments/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { transaction, type Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { wishedEnding, wishEnding } from '../checkout/customer-data.server';
import { syncSubscription } from './sync-subscription.server';

export type SubscriptionEnding = 'period-end' | 'now' | 'resume';

const schema = z.object({ customer: z.string(), how: z.enum(['period-end', 'now', 'resume']) });

/** Tells Stripe how a subscription is to end: again for two days if it is away. */
export const subscriptionEndJob: QueuedJob<z.output<typeof schema>> = {
  name: 'subscription-end',
  parse: (data) => schema.parse(data),
  retries: 60,
  run: ({ customer, how }) => tellStripe(customer, how, new Date()),
};

/**
 * Has a user's subscription end, with its paid period or at once, or takes back that it ends. Does nothing for a user
 * without one. Returns as soon as it is sure to happen: a job asks Stripe, again if that is away. For `now` the user may
 * be deleted in the same transaction, after this.
 */
export async function endSubscription(
  userId: UserScope,
  how: SubscriptionEnding,
  tx?: Sql,
): Promise<void> {
  if (paymentsMode() === 'off') return;
  const wish = async (on: Sql) => {
    const customer = await wishEnding(on, userId, how);
    if (customer !== null) await enqueue(subscriptionEndJob, { customer, how }, on);
  };
  await (tx ? wish(tx) : transaction(wish));
}

async function tellStripe(customer: string, asked: SubscriptionEnding, now: Date): Promise<void> {
  const wished = await wishedEnding(customer);
  // A job that comes late must not undo what was asked for after it. Of someone who is gone nothing was asked since.
  const how = wished === undefined ? asked : wished;
  if (how !== asked || (wished === undefined && how !== 'now')) return;
  const stripe = await payments();
  if (how !== 'resume') {
    for (const session of await stripe.openSessions(customer)) {
      await stripe.expireSession(session.id);
    }
  }
  for (const { id } of await stripe.liveSubscriptions(customer)) {
    try {
      await stripe.endSubscription(id, how);
    } catch (error) {
      // It has ended by itself meanwhile.
      if (!(error instanceof PaymentError) || error.code !== 'missing') throw error;
    }
    await syncSubscription(id, now);
  }
}
