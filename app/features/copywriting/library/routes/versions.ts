import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { listContentVersions } from '../versions/list-versions.server';
import { jsonOrFailure } from '~/lib/http/responses.server';

/** A page of what it was before, from `?cursor=` on, without texts. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    const cursor = new URL(request.url).searchParams.get('cursor');
    return listContentVersions(user.id, params.id, cursor);
  });
}
