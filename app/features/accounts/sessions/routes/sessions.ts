import { del, get, resource } from '~/http/resource.server';

import { clientOf } from '../../forms/answers.server';
import { issueIdToken } from '../authenticate.server';
import { revokeOtherSessions, revokeSession } from '../session-actions.server';

const api = resource(
  /** Signs the person out everywhere else. */
  del(
    '/api/account/sessions',
    { access: 'user', limit: 'account-change' },
    async ({ session, remix }) => {
      const { request, context } = remix();
      await revokeOtherSessions(session, clientOf(request, context));
      return { success: true };
    },
  ),
  /** Signs the person out on one of their devices. */
  del(
    '/api/account/sessions/:id',
    { access: 'user', limit: 'account-change' },
    async ({ scope, params, remix }) => {
      const { request, context } = remix();
      await revokeSession(scope, params.id, clientOf(request, context));
      return { success: true };
    },
  ),
  /** Stands for the session in an Authorization header, for some minutes. */
  get('/api/auth/id-token', { access: 'user' }, ({ session }) => issueIdToken(session)),
);

export type SessionsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
