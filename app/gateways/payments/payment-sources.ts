import type { OutsideSources } from '~/lib/outside-sources';

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
