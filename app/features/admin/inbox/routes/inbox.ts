import { changeState, replyToMessage } from '~/features/help/index.server';
import { input } from '~/http/input.server';
import { patch, post, resource } from '~/http/resource.server';

import { newReply, stateChange } from '../../schema';

const api = resource(
  /** Changes the state of a message. */
  patch(
    '/api/admin/inbox/:id',
    { access: 'admin', limit: 'admin', body: input(stateChange) },
    async ({ scope, address, params, body }) => {
      await changeState({ id: scope, address }, params.id, body.state);
      return {};
    },
  ),
  /** Replies to a message by email. */
  post(
    '/api/admin/inbox/:id/replies',
    { access: 'admin', limit: 'admin', body: input(newReply) },
    async ({ scope, address, params, body }) => {
      await replyToMessage({ id: scope, address }, params.id, body, new Date());
      return {};
    },
  ),
);

export type InboxApi = typeof api;
export const loader = api.loader;
export const action = api.action;
