import { input } from '~/http/input.server';
import { get, post, resource } from '~/http/resource.server';

import { checkoutRequest } from '../../checkout/schema';
import { openPortal, startCheckout } from '../../checkout/start-checkout.server';
import { paymentTexts } from '../../checkout/texts';
import { readSubscription } from '../read-subscription.server';

const api = resource(
  /** What the person's plan is. */
  get('/api/billing/subscription', { access: 'user' }, ({ scope }) =>
    readSubscription(scope, new Date()),
  ),
  /** `{ url }` of our checkout page, of Stripe's, or of the portal for users with a plan. */
  post(
    '/api/billing/checkout',
    { access: 'user', limit: 'checkout', body: input(checkoutRequest, paymentTexts.unknownPrice) },
    ({ scope, body }) => startCheckout(scope, body, new Date()),
  ),
  /** `{ url }` of Stripe's portal. */
  post('/api/billing/portal', { access: 'user', limit: 'checkout' }, ({ scope }) =>
    openPortal(scope),
  ),
);

export type SubscriptionApi = typeof api;
export const loader = api.loader;
export const action = api.action;
