import { z } from 'zod';

import { PaymentError, payments, paymentsMode } from '~/gateways/payments/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { prismaTransaction } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { readEnding, requestEnding } from '../checkout/customer-data.server';
import { syncSubscription } from './sync-subscription.server';

export type SubscriptionEnding = 'period-end' | 'now' | 'resume';

const schema = z.object({ customer: z.string(), how: z.enum(['period-end', 'now', 'resume']) });

/** Carries out at Stripe how a subscription ends. If Stripe is unavailable it tries again for two days. */
export const subscriptionEndJob: QueuedJob<z.output<typeof schema>> = {
  name: 'subscription-end',
  parse: (data) => schema.parse(data),
  retries: 60,
  run: ({ customer, how }) => endAtStripe(customer, how, new Date()),
};

/**
 * Ends a user's subscription with its paid period or at once, or resumes it. Does nothing for a user who is no customer.
 * Returns once a job for it is stored. After `now` the user may be deleted.
 */
export async function endSubscription(userId: UserScope, how: SubscriptionEnding): Promise<void> {
  if (paymentsMode() === 'off') return;
  await prismaTransaction(async (tx, sql) => {
    const customer = await requestEnding(tx, userId, how);
    if (customer !== null) await enqueue(subscriptionEndJob, { customer, how }, sql);
  });
}

async function endAtStripe(customer: string, how: SubscriptionEnding, now: Date): Promise<void> {
  const latest = await readEnding(customer);
  // A late job must not undo a later request. A deleted user's last request was to end at once.
  if (how !== (latest === undefined ? 'now' : latest)) return;
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
      // `missing`: it has ended on its own in the meantime.
      if (!(error instanceof PaymentError) || error.code !== 'missing') throw error;
    }
    await syncSubscription(id, now);
  }
}
