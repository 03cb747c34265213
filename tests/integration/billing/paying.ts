import { receiveEvent } from '~/features/billing/webhooks/receive-event.server';
import { startCheckout } from '~/features/billing/checkout/start-checkout.server';
import { sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { sign, type FakeEvent, type FakeStripe } from '../../fakes/stripe';
import { bucketsOf, entriesOf } from './accounts';

/** Moves Stripe's clock. Pass its `now` to the app, too. */
export function clockOf(stripe: FakeStripe, start: Date) {
  let now = start;
  stripe.settings.clock = () => now.getTime();
  return {
    get now() {
      return now;
    },
    to(moment: string) {
      now = new Date(moment);
    },
  };
}

/** Sends events to the webhook, and returns the status of each answer. */
export async function send(events: readonly FakeEvent[], now: Date): Promise<number[]> {
  const answers: number[] = [];
  for (const event of events) {
    const body = JSON.stringify(event);
    const header = sign(body, Math.floor(now.getTime() / 1_000));
    answers.push((await receiveEvent(Buffer.from(body), header, now)).status);
  }
  return answers;
}

/** Starts a checkout on Stripe's own page, and returns its session. */
export async function begin(
  stripe: FakeStripe,
  userId: UserScope,
  price: string,
  now: Date,
): Promise<string> {
  const { url } = await startCheckout(userId, { price }, now);
  const id = url.split('/pay/')[1];
  if (!id || !stripe.sessions.has(id)) throw new Error(`no checkout: ${url}`);
  return id;
}

export interface Standing {
  status: string;
  subscriptionId: string | null;
  name: string | null;
  debt: number;
  allowanceEndsAt: Date | null;
}

export async function standingOf(userId: UserScope): Promise<Standing> {
  const [row] = await sql.query<Standing>(
    `SELECT subscription_status AS status, subscription_id, subscription_name AS name,
            debt_token AS debt, allowance_ends_at
       FROM billing_accounts WHERE user_id = $1::uuid`,
    [userId],
  );
  return row!;
}

/**
 * Compares the buckets with their sources. Must always equal `AGREEING`; returned as a whole so that one `expect` shows
 * every difference.
 */
export async function sumsOf(userId: UserScope) {
  const entries = await entriesOf(userId);
  const buckets = await bucketsOf(userId);
  const [row] = await sql.query<{ taken: number; debt: number }>(
    `SELECT b.debt_token AS debt, COALESCE((SELECT sum(p.taken_back) FROM purchases p
                                              WHERE p.user_id = b.user_id), 0)::int AS taken
       FROM billing_accounts b WHERE b.user_id = $1::uuid`,
    [userId],
  );
  const sum = (bucket: 'trial' | 'allowance' | 'balance', kind?: string) =>
    entries
      .filter((entry) => kind === undefined || entry.kind === kind)
      .reduce((total, { deltas }) => total + deltas[bucket], 0);
  return {
    buckets: {
      trial: buckets.trial - sum('trial'),
      allowance: buckets.allowance - sum('allowance'),
      balance: buckets.balance - sum('balance'),
    },
    // What was taken back is either in the ledger or still owed.
    taken: row!.taken + sum('allowance', 'refund') + sum('balance', 'refund') - row!.debt,
  };
}

export const AGREEING = { buckets: { trial: 0, allowance: 0, balance: 0 }, taken: 0 };
