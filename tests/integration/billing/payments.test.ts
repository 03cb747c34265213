import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { fakeStripe as stripe, MONTHLY, PACK } from '../setup/fake-stripe';
import { failedEvents, replayEvent, reserve, settle } from '~/features/billing/index.server';
import { grantMonths } from '~/features/billing/purchases/grant-purchase.server';
import { expireTokens } from '~/features/billing/ledger/trial.server';
import { readSubscription } from '~/features/billing/subscriptions/read-subscription.server';
import { receiveEvent } from '~/features/billing/webhooks/receive-event.server';
import { sql, transaction } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { sign } from '../../fakes/stripe';
import { bucketsOf, openAccount, setMetering } from './accounts';
import { AGREEING, begin, clockOf, send, standingOf, sumsOf } from './paying';

const start = new Date('2027-03-01T12:00:00Z');
let clock = clockOf(stripe, start);
let userId: UserScope;

beforeEach(async () => {
  setMetering('billing');
  clock = clockOf(stripe, start);
  stripe.events.length = 0;
  userId = await openAccount(start);
});
afterEach(async () => {
  expect(await sumsOf(userId)).toEqual(AGREEING);
});

/** Sends all events that Stripe has recorded to the webhook. */
const deliver = () => send(stripe.events.splice(0), clock.now);

async function subscribe(price = 'price_month'): Promise<string> {
  const session = await begin(stripe, userId, price, clock.now);
  stripe.pay(session);
  expect(await deliver()).not.toContain(500);
  return stripe.sessions.get(session)!.subscription!;
}

async function buyPack(): Promise<string> {
  const session = await begin(stripe, userId, 'price_pack', clock.now);
  stripe.pay(session);
  expect(await deliver()).toEqual([200]);
  return session;
}

const latestInvoice = (subscription: string) =>
  stripe.subscriptions.get(subscription)!.latest_invoice;

async function spend(tokens: number, reference: string): Promise<void> {
  const request = { userId, reference, promptTokens: tokens, maxTokens: 1, weight: 1 };
  await transaction((tx) => reserve(tx, { ...request, now: clock.now }));
  await transaction((tx) => settle(tx, { userId, reference, tokens, now: clock.now }));
}

describe('a plan', () => {
  it('replaces the trial once it is paid and grants its month, while trial tokens stay until their end', async () => {
    const subscription = await subscribe();
    expect(await standingOf(userId)).toEqual({
      status: 'active',
      subscriptionId: subscription,
      name: 'Studio',
      debt: 0,
      // A little after the month's end, when the next one is paid.
      allowanceEndsAt: new Date('2027-04-01T15:00:00Z'),
    });
    expect(await bucketsOf(userId)).toEqual({ trial: 25_000, allowance: MONTHLY, balance: 0 });
    clock.to('2027-03-09T12:00:00Z');
    await expireTokens(clock.now);
    expect(await standingOf(userId)).toMatchObject({ status: 'active' });
    expect(await readSubscription(userId, clock.now)).toEqual({
      status: 'active',
      name: 'Studio',
      interval: 'month',
      currentPeriodEnd: '2027-04-01T12:00:00.000Z',
      cancelAtPeriodEnd: false,
      trialEndsAt: '2027-03-08T12:00:00.000Z',
      debtTokens: 0,
      hasCustomer: true,
    });
  });

  it('grants a new month with each paid period, and the old one expires', async () => {
    const subscription = await subscribe();
    await spend(45_000, 'a');
    clock.to('2027-04-01T13:00:00Z');
    stripe.renew(subscription);
    await deliver();
    expect(await bucketsOf(userId)).toMatchObject({ allowance: MONTHLY });
    // The expiry job changes nothing in between.
    await expireTokens(clock.now);
    expect(await bucketsOf(userId)).toMatchObject({ trial: 0, allowance: MONTHLY });
  });

  it('grants nothing until a period is paid', async () => {
    const subscription = await subscribe();
    clock.to('2027-04-01T16:00:00Z');
    const invoice = stripe.renew(subscription, { paid: false });
    await deliver();
    await expireTokens(clock.now);
    expect(await standingOf(userId)).toMatchObject({ status: 'past_due' });
    expect(await bucketsOf(userId)).toMatchObject({ allowance: 0 });
    clock.to('2027-04-05T12:00:00Z');
    stripe.payInvoice(invoice.id);
    await deliver();
    expect(await standingOf(userId)).toMatchObject({ status: 'active' });
    expect(await bucketsOf(userId)).toMatchObject({ allowance: MONTHLY });
  });

  it('grants tokens that stay if it is paid after its period is over', async () => {
    const subscription = await subscribe();
    clock.to('2027-04-01T16:00:00Z');
    const invoice = stripe.renew(subscription, { paid: false });
    clock.to('2027-06-05T12:00:00Z');
    stripe.payInvoice(invoice.id);
    await deliver();
    expect(await bucketsOf(userId)).toMatchObject({ balance: MONTHLY });
  });

  it('paid by the year grants each month on the billing day, once', async () => {
    clock.to('2027-01-31T12:00:00Z');
    await subscribe('price_year');
    expect(await bucketsOf(userId)).toMatchObject({ allowance: MONTHLY });
    await spend(30_000, 'a');
    clock.to('2027-02-28T11:59:00Z');
    await grantMonths(clock.now);
    const left = (await bucketsOf(userId)).allowance;
    expect(left).toBeLessThan(MONTHLY);
    clock.to('2027-02-28T12:00:00Z');
    await Promise.all([grantMonths(clock.now), grantMonths(clock.now)]);
    expect(await bucketsOf(userId)).toMatchObject({ allowance: MONTHLY });
    expect(await standingOf(userId)).toMatchObject({
      allowanceEndsAt: new Date('2027-03-31T15:00:00Z'),
    });
    // After a long outage only the present month is granted, not those that were missed.
    clock.to('2027-12-15T12:00:00Z');
    await grantMonths(clock.now);
    await grantMonths(clock.now);
    expect(await bucketsOf(userId)).toMatchObject({ allowance: MONTHLY, balance: 0 });
    clock.to('2028-03-15T12:00:00Z');
    await grantMonths(clock.now);
    await expireTokens(clock.now);
    expect(await bucketsOf(userId)).toMatchObject({ allowance: 0 });
  });

  it('grants no more months after a switch to another plan', async () => {
    const subscription = await subscribe('price_year');
    clock.to('2027-03-10T12:00:00Z');
    stripe.switchTo(subscription, 'price_month');
    await deliver();
    expect(await standingOf(userId)).toMatchObject({
      allowanceEndsAt: new Date('2027-04-10T15:00:00Z'),
    });
    clock.to('2027-04-10T16:00:00Z');
    await grantMonths(clock.now);
    await expireTokens(clock.now);
    expect(await bucketsOf(userId)).toMatchObject({ allowance: 0 });
  });

  it('grants nothing for a proration', async () => {
    const subscription = await subscribe();
    await spend(45_000, 'a');
    const before = await bucketsOf(userId);
    stripe.prorate(subscription);
    expect(await deliver()).toEqual([200]);
    expect(await bucketsOf(userId)).toEqual(before);
  });

  it.each([
    ['incomplete', 'incomplete'],
    ['unpaid', 'unpaid'],
    ['paused', 'paused'],
    ['past_due', 'past_due'],
    ['canceled', 'canceled'],
    ['incomplete_expired', 'none'],
  ])(
    'that is %s at Stripe is %s here, and keeps the tokens that were paid for',
    async (atStripe, here) => {
      clock.to('2027-03-09T12:00:00Z');
      await expireTokens(clock.now);
      const subscription = await subscribe();
      stripe.change(subscription, { status: atStripe });
      await deliver();
      expect((await readSubscription(userId, clock.now)).status).toBe(here);
      expect(await bucketsOf(userId)).toMatchObject({ allowance: MONTHLY });
    },
  );

  it('that was never paid for leaves the trial unchanged', async () => {
    const session = await begin(stripe, userId, 'price_month', clock.now);
    const { customer } = stripe.sessions.get(session)!;
    const { id } = stripe.subscribe(customer, 'price_month', 'incomplete');
    await deliver();
    expect(await standingOf(userId)).toMatchObject({ status: 'incomplete' });
    expect(await bucketsOf(userId)).toEqual({ trial: 25_000, allowance: 0, balance: 0 });
    stripe.change(id, { status: 'incomplete_expired' });
    await deliver();
    expect(await standingOf(userId)).toMatchObject({ status: 'trialing', subscriptionId: null });
  });
});

describe('a pack', () => {
  it('is granted when it is paid, and never expires', async () => {
    await buyPack();
    expect(await bucketsOf(userId)).toEqual({ trial: 25_000, allowance: 0, balance: PACK });
    expect(await standingOf(userId)).toMatchObject({ status: 'trialing' });
  });

  it('is granted when a delayed payment arrives, and never if that fails', async () => {
    const late = await begin(stripe, userId, 'price_pack', clock.now);
    stripe.pay(late, { later: true });
    await deliver();
    expect(await bucketsOf(userId)).toMatchObject({ balance: 0 });
    const never = await begin(stripe, userId, 'price_pack', clock.now);
    stripe.pay(never, { later: true });
    clock.to('2027-03-04T12:00:00Z');
    stripe.settleLater(never, false);
    stripe.settleLater(late, true);
    await deliver();
    expect(await bucketsOf(userId)).toMatchObject({ balance: PACK });
    const emails = await sql.query<{ kind: string }>(
      'SELECT kind FROM billing_mails WHERE user_id = $1::uuid ORDER BY kind',
      [userId],
    );
    expect(emails.map(({ kind }) => kind)).toEqual(['pack-failed', 'receipt']);
  });
});

describe('a refund', () => {
  it('takes back the same share of the tokens as of the money', async () => {
    const session = await buyPack();
    stripe.refund(session, 300);
    await deliver();
    expect(await bucketsOf(userId)).toMatchObject({ balance: PACK - Math.floor(PACK / 3) });
    stripe.refund(session);
    await deliver();
    expect(await bucketsOf(userId)).toMatchObject({ trial: 25_000, balance: 0 });
    expect(await standingOf(userId)).toMatchObject({ debt: 0 });
  });

  it('turns spent tokens into a debt, which the next grant pays first', async () => {
    const session = await buyPack();
    await spend(25_000 + 40_000, 'a');
    stripe.refund(session);
    await deliver();
    expect(await bucketsOf(userId)).toEqual({ trial: 0, allowance: 0, balance: 0 });
    expect(await readSubscription(userId, clock.now)).toMatchObject({ debtTokens: 40_000 });
    await buyPack();
    expect(await bucketsOf(userId)).toMatchObject({ balance: PACK - 40_000 });
    expect(await standingOf(userId)).toMatchObject({ debt: 0 });
  });

  it('of a yearly plan also reduces the months to come', async () => {
    const subscription = await subscribe('price_year');
    stripe.refund(latestInvoice(subscription), 9_500);
    await deliver();
    expect(await bucketsOf(userId)).toMatchObject({ allowance: MONTHLY / 2 });
    clock.to('2027-04-01T13:00:00Z');
    await grantMonths(clock.now);
    expect(await bucketsOf(userId)).toMatchObject({ allowance: MONTHLY / 2 });
  });

  it('counts once even if its event arrives before that of the payment', async () => {
    const session = await begin(stripe, userId, 'price_pack', clock.now);
    stripe.pay(session);
    stripe.refund(session);
    const [paid, refunded] = stripe.events.splice(0);
    expect(await send([refunded!, paid!, refunded!], clock.now)).toEqual([200, 200, 200]);
    expect(await bucketsOf(userId)).toMatchObject({ balance: 0 });
  });
});

describe('a dispute', () => {
  it('takes tokens back while it is open, and returns them when it is won', async () => {
    const session = await buyPack();
    await spend(25_000 + 20_000, 'a');
    const { id } = stripe.dispute(session);
    await deliver();
    expect(await bucketsOf(userId)).toMatchObject({ balance: 0 });
    expect(await standingOf(userId)).toMatchObject({ debt: 20_000 });
    stripe.endDispute(id, 'won');
    await deliver();
    expect(await bucketsOf(userId)).toMatchObject({ balance: 30_000 });
    expect(await standingOf(userId)).toMatchObject({ debt: 0 });
  });

  it('changes nothing more when it is lost', async () => {
    const session = await buyPack();
    const { id } = stripe.dispute(session);
    stripe.endDispute(id, 'lost');
    await deliver();
    expect(await bucketsOf(userId)).toMatchObject({ balance: 0 });
  });
});

describe('events', () => {
  it('have the same result in any order, and when repeated', async () => {
    const makeEvents = async () => {
      userId = await openAccount(start);
      clock.to(start.toISOString());
      const subscription = await subscribeQuietly();
      const pack = await begin(stripe, userId, 'price_pack', clock.now);
      stripe.pay(pack);
      stripe.refund(pack, 450);
      const { id } = stripe.dispute(latestInvoice(subscription));
      stripe.endDispute(id, 'won');
      stripe.change(subscription, { cancel_at_period_end: true });
      return stripe.events.splice(0);
    };
    const outcome = async () => ({
      buckets: await bucketsOf(userId),
      ...(await readSubscription(userId, clock.now)),
    });
    await send(await makeEvents(), clock.now);
    const expected = await outcome();
    expect(expected).toMatchObject({
      buckets: { trial: 25_000, allowance: MONTHLY, balance: PACK / 2 },
      status: 'active',
      cancelAtPeriodEnd: true,
    });
    const order = fc.infiniteStream(fc.nat());
    await fc.assert(
      fc.asyncProperty(order, async (numbers) => {
        const events = await makeEvents();
        const shuffled = [...events, ...events]
          .map((event) => ({ event, key: numbers.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ event }) => event);
        expect(await send(shuffled, clock.now)).not.toContain(500);
        expect(await outcome()).toEqual(expected);
        expect(await sumsOf(userId)).toEqual(AGREEING);
      }),
      { numRuns: 8 },
    );
  });

  async function subscribeQuietly(): Promise<string> {
    const session = await begin(stripe, userId, 'price_month', clock.now);
    stripe.pay(session);
    return stripe.sessions.get(session)!.subscription!;
  }

  it('that arrive at the same time count once', async () => {
    const session = await begin(stripe, userId, 'price_pack', clock.now);
    stripe.pay(session);
    await subscribeQuietly();
    const events = stripe.events.splice(0);
    const answers = await Promise.all(
      [...events, ...events, ...events].map((event) => send([event], clock.now)),
    );
    expect(answers.flat()).not.toContain(500);
    expect(await bucketsOf(userId)).toEqual({ trial: 25_000, allowance: MONTHLY, balance: PACK });
  });

  it('that are forged, old, changed, or of another mode are refused without effect', async () => {
    const session = await begin(stripe, userId, 'price_pack', clock.now);
    stripe.pay(session);
    const [event] = stripe.events.splice(0);
    const body = JSON.stringify(event);
    const seconds = clock.now.getTime() / 1_000;
    const answer = async (text: string, header: string | undefined) =>
      (await receiveEvent(Buffer.from(text), header, clock.now)).status;
    expect(await answer(body, undefined)).toBe(400);
    expect(await answer(body, 'nonsense')).toBe(400);
    expect(await answer(body, sign(body, seconds, 'whsec_other'))).toBe(400);
    expect(await answer(body, sign(body, seconds - 301))).toBe(400);
    expect(await answer(`${body} `, sign(body, seconds))).toBe(400);
    const live = JSON.stringify({ ...event, livemode: true });
    expect(await answer(live, sign(live, seconds))).toBe(400);
    expect(await bucketsOf(userId)).toMatchObject({ balance: 0 });
    expect(await answer(body, sign(body, seconds))).toBe(200);
    expect(await bucketsOf(userId)).toMatchObject({ balance: PACK });
  });

  it('of other customers, or of no interest, are accepted and ignored', async () => {
    const other = stripe.subscribe('cus_of_another_app', 'price_unset');
    const events = stripe.events.splice(0);
    const odd = { ...events[0]!, id: 'evt_odd', type: 'customer.created' };
    expect(await send([...events, odd], clock.now)).toEqual([200, 200, 200]);
    const rows = await sql.query<{ state: string }>(
      `SELECT DISTINCT state::text FROM payment_events WHERE id = ANY($1::text[])`,
      [[...events.map(({ id }) => id), 'evt_odd']],
    );
    expect(rows).toEqual([{ state: 'ignored' }]);
    expect(other.status).toBe('active');
  });

  it('that fail are stored, sent again by Stripe, and can be replayed', async () => {
    const session = await begin(stripe, userId, 'price_pack', clock.now);
    stripe.pay(session);
    const [event] = stripe.events.splice(0);
    stripe.script({ status: 500 }, { status: 500 }, { status: 500 });
    expect(await send([event!], clock.now)).toEqual([500]);
    expect(await failedEvents()).toContainEqual(
      expect.objectContaining({ id: event!.id, attempts: 1, objectId: session }),
    );
    expect(await replayEvent(event!.id, clock.now)).toBe('done');
    expect(await send([event!], clock.now)).toEqual([200]);
    expect(await replayEvent(event!.id, clock.now)).toBe('done');
    expect(await bucketsOf(userId)).toMatchObject({ balance: PACK });
    await expect(replayEvent('evt_unknown', clock.now)).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('that never arrived can be replayed while Stripe keeps them', async () => {
    const session = await begin(stripe, userId, 'price_pack', clock.now);
    stripe.pay(session);
    expect(await replayEvent(stripe.events.at(-1)!.id, clock.now)).toBe('done');
    expect(await bucketsOf(userId)).toMatchObject({ balance: PACK });
  });

  it('are stored without their content', async () => {
    await buyPack();
    const rows = await sql.query<{ row: string }>(
      'SELECT payment_events::text AS row FROM payment_events',
    );
    expect(rows.map(({ row }) => row).join()).not.toMatch(/_url|client_secret|@example\.com|cus_/);
  });
});
