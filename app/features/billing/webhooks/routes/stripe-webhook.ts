import { post, resource } from '~/http/resource.server';

import { answerWebhook } from '../receive-event.server';

const api = resource(
  /** Events of Stripe's. By Node: Remix would read the body into a text, and what is signed are its bytes. */
  post('/api/stripe/webhook', { access: 'anyone', node: 'stream' }, (call) =>
    answerWebhook(call.bytes(), call.headers.get('stripe-signature')),
  ),
);

export const loader = api.loader;
export const action = api.action;
