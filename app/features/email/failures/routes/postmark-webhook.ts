import { post, resource } from '~/http/resource.server';

import { receivePostmarkEvent } from '../receive-postmark-event.server';

const api = resource(
  /** What Postmark tells of emails, by the credentials of POSTMARK_WEBHOOK_USER. Counted only where those are set. */
  post('/api/mail/postmark-webhook', { access: 'anyone' }, (call) =>
    receivePostmarkEvent(call, new Date()),
  ),
);

export const loader = api.loader;
export const action = api.action;
