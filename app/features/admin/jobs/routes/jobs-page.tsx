import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { JobsPage } from '../jobs-page';
import { readJobs } from '../job-actions.server';
import { requireAdmin } from '~/features/accounts/index.server';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  return readJobs(new URL(request.url).searchParams);
}

export const meta: MetaFunction = () => [{ title: pageTitle('Failed jobs') }];

export default function Jobs() {
  return <JobsPage {...useLoaderData<typeof loader>()} />;
}
