import { get, resource } from '~/http/resource.server';

import { findOthers } from '../find-others.server';

const api = resource(
  /** Brand profiles, saved content, images, videos, and help articles that match `?q=`. */
  get('/api/search/others', { access: 'user', limit: 'search' }, ({ scope, search }) =>
    findOthers(scope, search.get('q') ?? ''),
  ),
);

export type OtherResultsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
