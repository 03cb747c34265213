import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { listCounts, parseListRequest } from '../list/list-conversations.server';
import { jsonOrFailure } from '~/http/responses.server';

/** How many imports there are and how much is in each folder, narrowed by `?q=&from=&to=`. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    const { filter } = parseListRequest(new URL(request.url).searchParams);
    return listCounts(user.id, filter);
  });
}
