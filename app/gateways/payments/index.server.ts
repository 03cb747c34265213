import { env } from '~/settings/env.server';
import type { OutsideSources } from '~/lib/security/outside-sources';
import { singleton } from '~/lib/singleton.server';

import type { Payments, PaymentsMode } from './payments';

export {
  type ChargeRecord,
  type EventRecord,
  type InvoiceRecord,
  PaymentError,
  type PaymentFailure,
  type Payments,
  type PaymentsMode,
  type PriceRecord,
  type SessionRecord,
  type SubscriptionEnd,
  type SubscriptionRecord,
} from './payments';

export function paymentsMode(): PaymentsMode {
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

/**
 * What a content security policy must allow for Stripe's script and checkout:
 * https://docs.stripe.com/security/guide#content-security-policy
 */
export const PAYMENT_SOURCES: OutsideSources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://checkout.stripe.com'],
  frames: [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://checkout.stripe.com',
    'https://hooks.stripe.com',
    'https://link.com',
    'https://*.link.com',
  ],
  connections: ['https://api.stripe.com', 'https://checkout.stripe.com'],
  images: ['https://*.stripe.com', 'https://*.link.com'],
};
