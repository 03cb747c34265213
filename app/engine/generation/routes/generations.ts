import { get, post, resource } from '~/http/resource.server';

import { parseOffset, requireGeneration, textStream } from '../follow/send-text.server';
import { stopGeneration } from '../run/stop-generation.server';

const api = resource(
  /** Streams the text of a generation from `?offset=` on. */
  get(
    '/api/generations/:id',
    { access: 'user', node: 'stream' },
    async ({ scope, params, search }) => {
      const { id } = params;
      const offset = parseOffset(search);
      await requireGeneration(scope, id);
      return textStream({ userId: scope, id, offset });
    },
  ),
  post(
    '/api/generations/:id/stop',
    { access: 'user', limit: 'conversation-change' },
    async ({ scope, params }) => {
      await stopGeneration(scope, params.id);
      return { success: true };
    },
  ),
);

export type GenerationsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
