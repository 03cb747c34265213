import { input } from '~/http/input.server';
import { get, post, resource } from '~/http/resource.server';

import { checkoutRequest } from '../../checkout/schema';
import { openPortal, startCheckout } from '../../checkout/start-checkout.server';
import { paymentTexts } from '../../checkout/texts';
import { readSubscription } from '../read-subscription.server';

const api = resource(
  /** The user's plan. */
  get('/api/billing/subscription', { access: 'user' }, ({ scope }) =>
    readSubscription(scope, new Date()),
  ),
  /** Answers `{ url }`: our checkout page, Stripe's, or the portal for users with a plan. */
  post(
    '/api/billing/checkout',
    { access: 'user', limit: 'checkout', body: input(checkoutRequest, paymentTexts.unknownPrice) },
    ({ scope, body }) => startCheckout(scope, body, new Date()),
  ),
  /** Answers `{ url }` of Stripe's portal. */
  post('/api/billing/portal', { access: 'user', limit: 'checkout' }, ({ scope }) =>
    openPortal(scope),
  ),
);

export type SubscriptionApi = typeof api;
export const loader = api.loader;
export const action = api.action;
