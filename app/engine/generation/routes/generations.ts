import { EventStream } from '~/http/event-stream.server';
import { get, post, resource } from '~/http/resource.server';

import { parseOffset } from '../follow.server';
import { stopGeneration } from '../stop-generation.server';
import { requireGeneration, streamText } from '../stream-text.server';

const api = resource(
  /** The text of a generation from `?offset=` on, as it is written. */
  get(
    '/api/generations/:id',
    { access: 'user', node: 'stream' },
    async ({ scope, params, search }) => {
      const { id } = params;
      const offset = parseOffset(search);
      await requireGeneration(scope, id);
      return new EventStream((sink) => streamText(sink, { userId: scope, id, offset }));
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
