import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { parseSearchRequest, searchEverything } from '../search-everything.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** Titles and messages that have `?q=`, newest first; with `&cursor=` further messages. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('search', user.id, context.clientAddress);
    return searchEverything(user.id, parseSearchRequest(new URL(request.url).searchParams));
  });
}
