import { input } from '~/http/input.server';
import { del, post, resource } from '~/http/resource.server';

import { issueInvitation, revokeInvitation } from '../invitation-actions.server';
import { newInvitation } from '../../schema';

const api = resource(
  /** Creates an invitation, and answers `{ link }`. */
  post(
    '/api/admin/invitations',
    { access: 'admin', limit: 'admin', body: input(newInvitation) },
    ({ scope, address, body }) => issueInvitation({ id: scope, address }, body.email),
  ),
  /** Revokes an unused invitation. */
  del(
    '/api/admin/invitations/:id',
    { access: 'admin', limit: 'admin' },
    async ({ scope, address, params }) => {
      await revokeInvitation({ id: scope, address }, params.id, new Date());
      return {};
    },
  ),
);

export type InvitationsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
