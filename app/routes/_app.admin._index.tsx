import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { OverviewPage } from '~/features/admin';
import { readOverview } from '~/features/admin/index.server';
import { requireAdmin } from '~/features/auth/index.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  return { overview: await readOverview(new Date()) };
}

export default function AdminOverview() {
  return <OverviewPage overview={useLoaderData<typeof loader>().overview} />;
}
