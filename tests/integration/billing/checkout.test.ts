import type { LoaderFunctionArgs } from '@remix-run/node';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { PUBLISHABLE_KEY } from '../../fakes/stripe';
import { fakeStripe as stripe, MONTHLY } from '../setup/fake-stripe';
import { subscriptionEndJob } from '~/features/billing/subscriptions/end-subscription.server';
import { endSubscription } from '~/features/billing/subscriptions/end-subscription.server';
import { openCheckout, readCheckout } from '~/features/billing/checkout/open-checkout.server';
import { openPortal, startCheckout } from '~/features/billing/checkout/start-checkout.server';
import { readPlans } from '~/features/billing/plans/read-plans.server';
import { startJobs } from '~/engine/queue/index.server';
import { PAYMENT_SOURCES } from '~/gateways/payments/index.server';
import { sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import type { UserScope } from '~/lib/scope';

import { createUser, signInCookie } from '../../factories/users';
import { makeRetriesDue, pollEvery } from '../setup/polling';
import { bucketsOf, openAccount, setMetering } from './accounts';
import { begin, clockOf, send, standingOf } from './paying';

const now = new Date('2027-03-01T12:00:00Z');
let userId: UserScope;
let running: { stop(): Promise<void> } | undefined;

beforeEach(async () => {
  setMetering('billing');
  clockOf(stripe, now);
  stripe.events.length = 0;
  stripe.calls.length = 0;
  userId = await openAccount(now);
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

/** Sends all events that Stripe has recorded to the webhook. */
const deliver = () => send(stripe.events.splice(0), now);
const checkoutOf = (session: string) =>
  new URL(stripe.sessions.get(session)!.return_url).searchParams.get('checkout');

async function subscribe(): Promise<string> {
  const session = await begin(stripe, userId, 'price_month', now);
  stripe.pay(session);
  await deliver();
  return stripe.sessions.get(session)!.subscription!;
}

describe('the offers', () => {
  it('have Stripe’s amounts, leave out archived and missing prices, and are cached', async () => {
    const { plans, packs, mode } = await readPlans();
    expect(mode).toBe('test');
    expect(plans).toEqual([
      {
        ...{ price: 'price_month', name: 'Studio', interval: 'month' },
        ...{ amount: 1_900, currency: 'eur', tokens: MONTHLY },
      },
      expect.objectContaining({ price: 'price_year', interval: 'year', amount: 19_000 }),
    ]);
    expect(packs.map(({ price, name }) => [price, name])).toEqual([['price_pack', 'Small pack']]);
    stripe.calls.length = 0;
    await readPlans();
    expect(stripe.calls).toEqual([]);
  });

  it('refuse an unknown price, and are empty without Stripe', async () => {
    const refusal = { code: 'invalid' };
    await expect(startCheckout(userId, { price: 'price_unset' }, now)).rejects.toMatchObject(
      refusal,
    );
    const { STRIPE_SECRET_KEY } = env();
    env().STRIPE_SECRET_KEY = undefined;
    try {
      expect(await readPlans()).toEqual({ plans: [], packs: [], mode: 'off', weight: 1 });
      await expect(startCheckout(userId, { price: 'price_month' }, now)).rejects.toMatchObject(
        refusal,
      );
      await expect(openPortal(userId)).rejects.toMatchObject({ code: 'not-found' });
      await endSubscription(userId, 'now');
    } finally {
      env().STRIPE_SECRET_KEY = STRIPE_SECRET_KEY;
    }
  });
});

describe('a checkout', () => {
  it('uses one customer and one session, even if several tabs start it at once', async () => {
    const urls = await Promise.all(
      [1, 2, 3, 4].map(
        async () => (await startCheckout(userId, { price: 'price_month' }, now)).url,
      ),
    );
    expect(new Set(urls).size).toBe(1);
    expect((await startCheckout(userId, { price: 'price_month' }, now)).url).toBe(urls[0]);
    const mine = [...stripe.sessions.values()].filter(({ id }) => urls[0]!.endsWith(id));
    expect(mine).toHaveLength(1);
    const [row] = await sql.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM billing_customers WHERE user_id = $1::uuid',
      [userId],
    );
    expect(row).toEqual({ n: 1 });
  });

  it('for one plan expires the open checkout for another', async () => {
    const first = await begin(stripe, userId, 'price_month', now);
    const second = await begin(stripe, userId, 'price_year', now);
    expect(stripe.sessions.get(first)!.status).toBe('expired');
    expect(stripe.sessions.get(second)!.status).toBe('open');
    expect(await readCheckout(userId, checkoutOf(first), now)).toEqual({
      kind: 'plan',
      state: 'expired',
    });
  });

  it('starts a new session when the last one has expired', async () => {
    const first = await begin(stripe, userId, 'price_month', now);
    stripe.sessions.get(first)!.status = 'expired';
    const second = await begin(stripe, userId, 'price_month', now);
    expect(second).not.toBe(first);
  });

  it('leads a user with a plan to the portal, even before the webhook has arrived', async () => {
    const session = await begin(stripe, userId, 'price_month', now);
    stripe.pay(session);
    // No event was delivered yet.
    expect((await startCheckout(userId, { price: 'price_year' }, now)).url).toContain('/portal/');
    expect((await startCheckout(userId, { price: 'price_month' }, now)).url).toContain('/portal/');
    expect(await standingOf(userId)).toMatchObject({ status: 'active' });
    expect(await deliver()).not.toContain(500);
    expect(await bucketsOf(userId)).toMatchObject({ allowance: MONTHLY });
    expect((await openPortal(userId)).url).toContain('/portal/');
    expect(
      [...stripe.subscriptions.values()].filter(
        ({ customer }) => customer === stripe.sessions.get(session)!.customer,
      ),
    ).toHaveLength(1);
  });

  it('can be started again once the plan has ended', async () => {
    const subscription = await subscribe();
    stripe.change(subscription, { status: 'canceled' });
    await deliver();
    expect((await startCheckout(userId, { price: 'price_month' }, now)).url).toContain('/pay/');
  });

  it('for a pack can be started by a user with a plan', async () => {
    await subscribe();
    expect((await startCheckout(userId, { price: 'price_pack' }, now)).url).toContain('/pay/');
  });

  it('is refused while Stripe is unavailable, and works when it is back', async () => {
    stripe.script({ cut: true }, { cut: true }, { cut: true });
    await expect(startCheckout(userId, { price: 'price_month' }, now)).rejects.toMatchObject({
      code: 'unavailable',
      userMessage: expect.stringContaining('You weren’t charged') as string,
    });
    expect((await startCheckout(userId, { price: 'price_month' }, now)).url).toContain('/pay/');
  });

  it('shows its outcome by its id, to its owner only', async () => {
    const session = await begin(stripe, userId, 'price_month', now);
    const checkout = checkoutOf(session);
    expect(await readCheckout(userId, checkout, now)).toEqual({ kind: 'plan', state: 'waiting' });
    stripe.pay(session);
    expect(await readCheckout(userId, checkout, now)).toEqual({ kind: 'plan', state: 'waiting' });
    await deliver();
    const done = { kind: 'plan', state: 'done', name: 'Studio' };
    expect(await readCheckout(userId, checkout, now)).toEqual(done);
    expect(await readCheckout(await openAccount(now), checkout, now)).toBeNull();
    expect(await readCheckout(userId, 'nonsense', now)).toBeNull();
  });
});

describe('a checkout in our page', () => {
  beforeEach(() => {
    env().STRIPE_PUBLISHABLE_KEY = PUBLISHABLE_KEY;
  });
  afterEach(() => {
    env().STRIPE_PUBLISHABLE_KEY = undefined;
  });

  /** Returns the checkout's id. */
  async function startEmbedded(price: string): Promise<string> {
    const { url } = await startCheckout(userId, { price }, now);
    expect(url).toMatch(/^\/checkout\/[\w-]+$/);
    return url.split('/')[2]!;
  }
  const sessionOf = (checkout: string) =>
    [...stripe.sessions.values()].find(({ return_url: url }) => url.endsWith(checkout))!;

  it('gets one session for Stripe’s script, also when started twice', async () => {
    const id = await startEmbedded('price_month');
    expect(await startEmbedded('price_month')).toBe(id);
    const session = sessionOf(id);
    expect(session.ui_mode).toBe('embedded_page');
    expect(await openCheckout(userId, id, now)).toEqual({
      ...{ id, kind: 'plan', price: 'price_month', mode: 'test' },
      ...{ publishableKey: PUBLISHABLE_KEY, clientSecret: session.client_secret },
    });
  });

  it('opens for its owner only, and only until it is paid', async () => {
    const id = await startEmbedded('price_pack');
    const missing = { code: 'not-found' };
    const other = await openAccount(now);
    await expect(openCheckout(other, id, now)).rejects.toMatchObject(missing);
    await expect(openCheckout(userId, 'nonsense', now)).rejects.toMatchObject(missing);
    await expect(openCheckout(userId, undefined, now)).rejects.toMatchObject(missing);
    stripe.pay(sessionOf(id).id);
    // Stripe's event hasn't arrived yet.
    expect(await openCheckout(userId, id, now)).toEqual({ over: id });
    expect(await readCheckout(userId, id, now)).toMatchObject({ state: 'done' });
    expect(await openCheckout(userId, id, now)).toEqual({ over: id });
  });

  it('has a page whose policy allows Stripe, for its owner only and until it is paid', async () => {
    const { loader } = await import('~/features/billing/checkout/routes/checkout-page');
    const owner = await createUser();
    const cookie = await signInCookie(owner);
    const { url } = await startCheckout(owner.id, { price: 'price_pack' }, now);
    const checkoutId = url.split('/')[2]!;
    const open = async (sentCookie: string | null) => {
      const allowOutside = vi.fn();
      const request = new Request(`http://localhost:3000${url}`, {
        headers: sentCookie === null ? {} : { cookie: sentCookie },
      });
      const answer: unknown = await loader({
        ...{ request, params: { checkoutId } },
        context: { allowOutside },
      } as unknown as LoaderFunctionArgs).catch((thrown: unknown) => thrown);
      return { answer, allowed: allowOutside.mock.calls };
    };
    const other = await signInCookie(await createUser());
    expect(await open(other)).toMatchObject({ answer: { status: 404 }, allowed: [] });
    expect(await open(null)).toMatchObject({ answer: { status: 302 }, allowed: [] });
    const { answer, allowed } = await open(cookie);
    expect(answer).toMatchObject({ id: checkoutId, publishableKey: PUBLISHABLE_KEY });
    expect(allowed).toEqual([[PAYMENT_SOURCES]]);
    stripe.pay(sessionOf(checkoutId).id);
    const over = await open(cookie);
    expect(over.allowed).toEqual([]);
    expect((over.answer as Response).headers.get('location')).toBe(
      `/auth/verify-subscription?checkout=${checkoutId}`,
    );
  });

  it('does not exist without a publishable key', async () => {
    const id = await startEmbedded('price_pack');
    env().STRIPE_PUBLISHABLE_KEY = undefined;
    await expect(openCheckout(userId, id, now)).rejects.toMatchObject({ code: 'not-found' });
  });

  it.each(['price_month', 'price_pack'])(
    'for %s expires when Stripe’s own page replaces it, so that only one can be paid',
    async (price) => {
      const id = await startEmbedded(price);
      const { url } = await startCheckout(userId, { price, instead: id }, now);
      expect(url).toContain('/pay/');
      expect(sessionOf(id).status).toBe('expired');
      expect(await openCheckout(userId, id, now)).toEqual({ over: id });
      // A repeated request leads to the same page.
      expect((await startCheckout(userId, { price, instead: id }, now)).url).toBe(url);
    },
  );

  it.each(['price_month', 'price_pack'])(
    'for %s that was paid after all is not replaced by Stripe’s own page',
    async (price) => {
      const id = await startEmbedded(price);
      stripe.pay(sessionOf(id).id);
      const back = { url: `/auth/verify-subscription?checkout=${id}` };
      expect(await startCheckout(userId, { price, instead: id }, now)).toEqual(back);
      expect(await deliver()).not.toContain(500);
      expect(await startCheckout(userId, { price, instead: id }, now)).toEqual(back);
    },
  );

  it('expires a session on Stripe’s own page for the same price', async () => {
    env().STRIPE_PUBLISHABLE_KEY = undefined;
    const hosted = await begin(stripe, userId, 'price_month', now);
    env().STRIPE_PUBLISHABLE_KEY = PUBLISHABLE_KEY;
    await startEmbedded('price_month');
    expect(stripe.sessions.get(hosted)!.status).toBe('expired');
  });

  it('is not taken for paid because of another user’s checkout', async () => {
    const id = await startEmbedded('price_pack');
    const other = await openAccount(now);
    stripe.pay(sessionOf(id).id);
    const request = { price: 'price_pack', instead: id };
    expect((await startCheckout(other, request, now)).url).toContain('/pay/');
  });
});

describe('ending a subscription', () => {
  const work = async () =>
    (running = await startJobs({ scheduled: [], queued: [subscriptionEndJob], work: true }));
  const endsOf = (id: string) => stripe.subscriptions.get(id)!.cancel_at_period_end;

  it('is repeated until Stripe accepts it, and can be undone', async () => {
    const subscription = await subscribe();
    stripe.script({ status: 500 }, { status: 500 }, { status: 500 });
    pollEvery(0.5);
    await endSubscription(userId, 'period-end');
    await work();
    await vi.waitFor(async () => {
      await makeRetriesDue(subscriptionEndJob.name);
      expect(endsOf(subscription)).toBe(true);
    });
    await endSubscription(userId, 'resume');
    await vi.waitFor(() => expect(endsOf(subscription)).toBe(false));
  });

  it('does not undo a cancellation that the user chose in the portal', async () => {
    const subscription = await subscribe();
    stripe.change(subscription, { cancel_at_period_end: true });
    await endSubscription(userId, 'period-end');
    await endSubscription(userId, 'resume');
    const before = stripe.calls.length;
    await work();
    await vi.waitFor(() => expect(stripe.calls.length).toBeGreaterThan(before));
    await running?.stop();
    running = undefined;
    expect(endsOf(subscription)).toBe(true);
  });

  it('works at once even if the user is deleted right after, and expires open checkouts', async () => {
    const subscription = await subscribe();
    const open = await begin(stripe, userId, 'price_pack', now);
    await endSubscription(userId, 'now');
    await sql.query('DELETE FROM users WHERE id = $1::uuid', [userId]);
    await work();
    await vi.waitFor(() => expect(stripe.subscriptions.get(subscription)!.status).toBe('canceled'));
    expect(stripe.sessions.get(open)!.status).toBe('expired');
    // Events about it then belong to no user.
    expect(new Set(await deliver())).toEqual(new Set([200]));
  });
});
