import { publish } from '~/engine/events/index.server';
import { payments } from '~/gateways/payments/index.server';
import { prismaTransaction } from '~/lib/db/index.server';

import { findUserOfCustomer } from '../checkout/customer-data.server';
import { lockAccount, setPlan } from '../ledger/ledger-data.server';
import { isAhead } from '../ledger/spending';
import { priceSetting } from '../plans/read-plans.server';
import { stopMonths } from '../purchases/purchase-data.server';
import { isLive, planOf } from './subscription';
import { listSubscriptions, revisionOf, writeSubscription } from './subscription-data.server';

/** `ignored`: the object belongs to no customer of this app. */
export type EventOutcome = 'done' | 'ignored';

/** Records the present state of a subscription at Stripe, and what it means for the account's plan. */
export async function syncSubscription(id: string, now: Date): Promise<EventOutcome> {
  const stripe = await payments();
  return fetchAndWrite(`subscription ${id}`, async () => {
    const seen = await revisionOf(id);
    const record = await stripe.subscription(id);
    const userId = await findUserOfCustomer(record.customer);
    if (userId === null) return 'ignored';
    const name = priceSetting(record.price)?.name ?? (await productName(record.price));
    return prismaTransaction(async (tx, sql) => {
      const account = await lockAccount(sql, userId, '');
      if (!(await writeSubscription(tx, userId, record, name, seen))) return null;
      const trialRuns = isAhead(account.trialEndsAt, now);
      await setPlan(tx, userId, planOf(await listSubscriptions(tx, userId), trialRuns));
      // The remaining months of a plan that was left are no longer paid for.
      await stopMonths(tx, userId, id, isLive(record.status) ? record.price : null);
      await publish(sql, userId, { topic: 'billing', data: null });
      return 'done' as const;
    });
  });
}

async function productName(price: string): Promise<string> {
  const { productName: name } = await (await payments()).price(price);
  return name || 'Plan';
}

const MAX_TRIES = 20;
const MAX_PAUSE_MS = 80;

/**
 * Repeats a round of reading what is stored, asking Stripe, and writing, until no one else has written in between. So no
 * answer overwrites a newer one, and no lock is held while Stripe is asked. `round` returns null if someone was quicker.
 */
export async function fetchAndWrite<T>(about: string, round: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const result = await round();
    if (result !== null) return result;
    const ms = Math.random() * MAX_PAUSE_MS * (tries + 1);
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  throw new Error(`${about} changes faster than it can be read`);
}
