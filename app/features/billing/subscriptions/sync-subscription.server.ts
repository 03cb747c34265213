import { publish } from '~/engine/events/index.server';
import { payments } from '~/gateways/payments/index.server';
import { transaction } from '~/lib/db/index.server';

import { findUserOfCustomer } from '../checkout/customer-data.server';
import { fetchAndWrite } from '../webhooks/fetch-and-write.server';
import { lockAccount, setPlan } from '../ledger/ledger-data.server';
import { priceSetting } from '../plans/price-settings.server';
import { stopMonths } from '../purchases/purchase-data.server';
import { isAhead } from '../ledger/spending';
import { isLive, planOf } from './subscription';
import { listSubscriptions, revisionOf, writeSubscription } from './subscription-data.server';

/** Whether what was asked about is of a customer of this app. */
export type Taken = 'done' | 'ignored';

/** Takes in how a subscription stands at Stripe now, and what that makes of the account's plan. */
export async function syncSubscription(id: string, now: Date): Promise<Taken> {
  const stripe = await payments();
  return fetchAndWrite(`subscription ${id}`, async () => {
    const seen = await revisionOf(id);
    const record = await stripe.subscription(id);
    const userId = await findUserOfCustomer(record.customer);
    if (userId === null) return 'ignored';
    const name = priceSetting(record.price)?.name ?? (await productName(record.price));
    return transaction(async (tx) => {
      const account = await lockAccount(tx, userId, '');
      if (!(await writeSubscription(tx, userId, record, name, seen))) return null;
      const trialRuns = isAhead(account.trialEndsAt, now);
      await setPlan(tx, userId, planOf(await listSubscriptions(tx, userId), trialRuns));
      // The months to come of a plan that was left are no longer paid for.
      await stopMonths(tx, userId, id, isLive(record.status) ? record.price : null);
      await publish(tx, userId, { topic: 'billing', data: null });
      return 'done' as const;
    });
  });
}

async function productName(price: string): Promise<string> {
  const { productName: name } = await (await payments()).price(price);
  return name || 'Plan';
}
