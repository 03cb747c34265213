import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/auth/index.server';
import { readJob } from '~/features/media/index.server';
import { jsonOrFailure } from '~/lib/http/responses.server';

/** How a job stands. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return readJob(user.id, params.id);
  });
}
