import { get, resource } from '~/http/resource.server';

import { parseSearchRequest, searchEverything } from '../search-everything.server';

const api = resource(
  /** Titles and messages that match `?q=`, newest first; with `&cursor=` more messages. */
  get('/api/search', { access: 'user', limit: 'search', node: 'compressed' }, ({ scope, search }) =>
    searchEverything(scope, parseSearchRequest(search)),
  ),
);

export type SearchApi = typeof api;
export const loader = api.loader;
export const action = api.action;
