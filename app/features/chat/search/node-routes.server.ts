import { nodeJsonApi, searchOf } from '~/features/accounts/index.server';
import { limitUse } from '~/http/rate-limit.server';

import { parseSearchRequest, searchEverything } from './search-everything.server';

/** Asked at every keystroke: served without Remix, see docs/decisions/0003. */
export const searchNodeRoutes = [
  {
    method: 'GET',
    path: '/api/search',
    compressed: true,
    handle: nodeJsonApi(async (request, userId) => {
      await limitUse('search', userId, request.ip);
      return searchEverything(userId, parseSearchRequest(searchOf(request)));
    }),
  },
] as const;
