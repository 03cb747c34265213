import { afterAll } from 'vitest';

import { startFakeStripe, STRIPE_KEY, WEBHOOK_SECRET } from '../../fakes/stripe.ts';

/** The monthly tokens of either plan, and the tokens of the pack. */
export const MONTHLY = 100_000;
export const PACK = 50_000;

/** Stripe for this test file. Import it before the app, which reads its settings on first use. */
export const fakeStripe = await startFakeStripe({
  prices: [
    { id: 'price_month', amount: 1_900, interval: 'month', name: 'Studio' },
    { id: 'price_year', amount: 19_000, interval: 'year', name: 'Studio' },
    { id: 'price_pack', amount: 900, name: 'A pack' },
    { id: 'price_archived', amount: 500, interval: 'month', name: 'Old', active: false },
    { id: 'price_unset', amount: 500, name: 'Of another app' },
  ],
});
process.env.STRIPE_SECRET_KEY = STRIPE_KEY;
process.env.STRIPE_WEBHOOK_SECRET = WEBHOOK_SECRET;
process.env.STRIPE_BASE_URL = fakeStripe.url;
process.env.STRIPE_PRICES = JSON.stringify([
  { price: 'price_month', kind: 'plan', tokens: MONTHLY },
  { price: 'price_year', kind: 'plan', tokens: MONTHLY, name: 'Studio' },
  { price: 'price_pack', kind: 'pack', tokens: PACK, name: 'Small pack' },
  { price: 'price_archived', kind: 'plan', tokens: 1 },
  { price: 'price_gone', kind: 'pack', tokens: 1 },
]);

afterAll(() => fakeStripe.close());
