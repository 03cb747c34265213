import { env } from '~/lib/env.server';
import { singleton } from '~/lib/singleton.server';

import type { Payments } from './payments';

export { PAYMENT_SOURCES } from './payment-sources';
export {
  type ChargeRecord,
  type EventRecord,
  type InvoiceRecord,
  PaymentError,
  type PaymentFailure,
  type Payments,
  type PriceRecord,
  type SessionRecord,
  type SubscriptionEnd,
  type SubscriptionRecord,
} from './payments';

/** `test`: Stripe takes no real money. */
export function paymentsMode(): 'off' | 'test' | 'live' {
  const { STRIPE_SECRET_KEY: key } = env();
  if (key === undefined) return 'off';
  return key.includes('_test_') ? 'test' : 'live';
}

/** For Stripe's script in our page; null if payments are off, or take place on Stripe's pages only. */
export function publishableKey(): string | null {
  return paymentsMode() === 'off' ? null : (env().STRIPE_PUBLISHABLE_KEY ?? null);
}

const state = singleton('payments', () => ({ loading: null as Promise<Payments> | null }));

/** Loads Stripe's SDK at first use. Only call it if `paymentsMode()` isn't `off`. */
export function payments(): Promise<Payments> {
  return (state.loading ??= load());
}

async function load(): Promise<Payments> {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_BASE_URL } = env();
  if (!STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET) throw new Error('payments are not set up');
  const { stripePayments } = await import('./stripe.server');
  return stripePayments({
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    baseUrl: STRIPE_BASE_URL,
  });
}
