import { get, resource } from '~/http/resource.server';

import { listSecurityEvents } from '../security-event-data.server';

const api = resource(
  /** A page of what happened to the account; `after` is where the one before ended. */
  get('/api/account/security-events', { access: 'user' }, ({ user, search }) =>
    listSecurityEvents(user, search.get('after')),
  ),
);

export type SecurityEventsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
