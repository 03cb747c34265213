import { textStream } from '~/engine/generation/index.server';
import { post, resource } from '~/http/resource.server';

import { readSelection, startRewrite } from '../start-rewrite.server';

const api = resource(
  /** Another wording of a passage, streamed: first `start` with its id, then its text. */
  post(
    '/api/passages',
    { access: 'user', limit: 'passage', body: readSelection },
    async ({ scope, body }) => {
      const started = await startRewrite(scope, body);
      return textStream({ userId: scope, id: started.id, offset: 0, start: started });
    },
  ),
);

export type RewritesApi = typeof api;
export const loader = api.loader;
export const action = api.action;
