import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { listReport } from '../list-imports.server';
import { jsonOrFailure } from '~/http/responses.server';

/** What there is to say about an import, page by page. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return listReport(user.id, params.id, new URL(request.url).searchParams.get('cursor'));
  });
}
