import { expect, it } from 'vitest';

import { deliver, sign, startFakeStripe, STRIPE_KEY, WEBHOOK_SECRET } from '../fakes/stripe.ts';
import { query } from '../process/setup.ts';
import { signedUp, visitor } from '../process/visitor.ts';
import { openInstallation, stop } from './installation.ts';
import { expectSound } from './invariants.ts';
import { openLine } from './line.ts';

const TOKENS = 100_000;

const installation = openInstallation();

it('while Stripe or PostgreSQL is gone, buyers get an explanation, webhooks are retried, and each payment grants once', async () => {
  const stripe = await startFakeStripe({
    prices: [
      { id: 'price_month', amount: 1_900, interval: 'month', name: 'Studio' },
      { id: 'price_pack', amount: 900, name: 'Small pack' },
    ],
  });
  const line = await openLine(Number(new URL(stripe.url).port));
  const database = await installation.database();
  const { url } = database;
  const { app, address } = await installation.app(database, {
    METERING: 'billing',
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_BASE_URL: `http://127.0.0.1:${line.port}`,
    STRIPE_PRICES: JSON.stringify([
      { price: 'price_month', kind: 'plan', tokens: TOKENS },
      { price: 'price_pack', kind: 'pack', tokens: TOKENS },
    ]),
  });
  const webhook = `${address}/api/stripe/webhook`;
  const person = await signedUp(address);
  const ask = (path: string, price: string) =>
    person.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ price }),
    });
  const begin = async (price: string) => {
    const answer = await ask('/api/billing/checkout', price);
    const { url: to } = (await answer.json()) as { url: string };
    return String(to.split('/pay/')[1]);
  };
  const buckets = async () => {
    const rows = await query(
      url,
      `SELECT allowance_token AS allowance, token_balance AS balance FROM billing_accounts b
         JOIN users u ON u.id = b.user_id WHERE u.email = '${person.email}'`,
    );
    return { allowance: Number(rows[0]?.allowance), balance: Number(rows[0]?.balance) };
  };
  /** The last event, sent once. */
  const send = async () => {
    const body = JSON.stringify(stripe.events.at(-1));
    const response = await fetch(webhook, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': sign(body, Math.floor(Date.now() / 1_000)),
      },
      body,
    });
    await response.text();
    return response.status;
  };
  /** Sends all events in any order and more often than needed, as Stripe does. */
  const sendAll = () =>
    Promise.all([...stripe.events, ...stripe.events].map((event) => deliver(event, webhook)));

  // Stripe is gone before anything is bought.
  line.cut();
  const refused = await ask('/api/billing/checkout', 'price_pack');
  expect([refused.status, await refused.json()]).toEqual([
    503,
    expect.objectContaining({ error: expect.stringContaining('You weren’t charged') }),
  ]);
  const pricing = await visitor(address).fetch('/pricing');
  expect(pricing.status).toBe(200);
  expect(await pricing.text()).toContain('</html>');
  line.restore();

  // Paid, but Stripe is gone when its event arrives.
  stripe.pay(await begin('price_pack'));
  line.cut();
  expect(await send()).toBe(500);
  expect((await ask('/api/billing/portal', '')).status).toBe(503);
  expect(await buckets()).toMatchObject({ balance: 0 });
  line.restore();
  await sendAll();
  expect(await buckets()).toMatchObject({ balance: TOKENS });

  // Paid, but PostgreSQL is gone.
  stripe.pay(await begin('price_month'));
  database.line.cut();
  expect(await send()).toBe(500);
  database.line.restore();
  await expect.poll(() => send()).toBe(200);
  // The connection is cut while events are processed.
  const sending = sendAll();
  database.line.drop();
  await sending.catch(() => sendAll());
  await sendAll();
  expect(await buckets()).toEqual({ allowance: TOKENS, balance: TOKENS });
  const failed = await query(
    url,
    `SELECT id FROM payment_events WHERE state NOT IN ('done', 'ignored')`,
  );
  expect(failed).toEqual([]);
  const bought = await query(url, 'SELECT id FROM purchases');
  expect(bought).toHaveLength(2);
  expect(app.stderr()).not.toMatch(/sk_test|whsec/);
  await expectSound(url);
  await stop(app);
  await line.close();
  await stripe.close();
});
