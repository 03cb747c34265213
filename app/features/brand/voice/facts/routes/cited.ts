import { get, resource } from '~/http/resource.server';

import { readCited } from '../read-cited.server';

const api = resource(
  /** The passages that a text cites, for `?text=`, as far as they can be read in full; none for another person's text. */
  get('/api/cited', { access: 'user', limit: 'citations' }, async ({ scope, search }) => ({
    cited: await readCited(scope, search.get('text') ?? ''),
  })),
);

export type CitedApi = typeof api;
export const loader = api.loader;
export const action = api.action;
