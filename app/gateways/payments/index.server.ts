import { env } from '~/settings/env.server';
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

/** What Stripe's script in a page needs; null where payments are off or happen on Stripe's pages alone. */
export function publishableKey(): string | null {
  return paymentsMode() === 'off' ? null : (env().STRIPE_PUBLISHABLE_KEY ?? null);
}

const state = singleton('payments', () => ({ loading: null as Promise<Payments> | null }));

/** Stripe, whose SDK is loaded at first use. Ask only where payments are not off. */
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
