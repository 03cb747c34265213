import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { listCandidates } from '../list-imports.server';
import { jsonOrFailure } from '~/http/responses.server';

/** What was found, page by page. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return listCandidates(user.id, params.id, new URL(request.url).searchParams.get('cursor'));
  });
}
