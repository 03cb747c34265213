import type { OutsideSources } from '~/lib/security/outside-sources';

/**
 * What Stripe asks a Content-Security-Policy to allow where its script and Checkout run:
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
