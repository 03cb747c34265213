import { post, resource } from '~/http/resource.server';

import { receivePostmarkEvent } from '../receive-postmark-event.server';

const api = resource(
  /** Postmark's events, with the credentials of POSTMARK_WEBHOOK_USER. The limit counts calls only if those are set. */
  post('/api/mail/postmark-webhook', { access: 'anyone' }, (call) =>
    receivePostmarkEvent(call, new Date()),
  ),
);

export const loader = api.loader;
export const action = api.action;
