import { post, resource } from '~/http/resource.server';

import { answerWebhook } from '../receive-event.server';

const api = resource(
  /** Stripe's events. Served by Node, because Remix would decode the body into text, while Stripe signs its bytes. */
  post('/api/stripe/webhook', { access: 'anyone', node: 'stream' }, (call) =>
    answerWebhook(call.bytes(), call.headers.get('stripe-signature')),
  ),
);

export const loader = api.loader;
export const action = api.action;
