import { nodeApi } from '~/features/accounts/index.server';

import { parseOffset } from './parse-offset.server';
import { nodeSink, requireGeneration, streamText } from './stream-text.server';

/**
 * The stream of a running text, served without Remix (docs/decisions/0003); the route of the same address under
 * app/routes serves where only Remix runs.
 */
export const generationNodeRoutes = [
  {
    method: 'GET',
    path: '/api/generations/:id',
    handle: nodeApi(async (request, response, userId) => {
      const id = request.params.id ?? '';
      const offset = parseOffset(new URL(request.url ?? '/', 'http://here').searchParams);
      await requireGeneration(userId, id);
      streamText(nodeSink(response), { userId, id, offset });
    }),
  },
] as const;
