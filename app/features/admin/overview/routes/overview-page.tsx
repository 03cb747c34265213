import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { OverviewPage } from '../overview-page';
import { readOverview } from '../read-overview.server';
import { requireAdmin } from '~/features/accounts/index.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  return { overview: await readOverview(new Date()) };
}

export default function AdminOverview() {
  return <OverviewPage overview={useLoaderData<typeof loader>().overview} />;
}
