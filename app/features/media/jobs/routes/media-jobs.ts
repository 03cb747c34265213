import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readOpenJobs } from '../view-job.server';
import { jsonOrFailure } from '~/http/responses.server';

/** `{ jobs }`: what waits, runs, or ended within the last hour. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return { jobs: await readOpenJobs(user.id) };
  });
}
