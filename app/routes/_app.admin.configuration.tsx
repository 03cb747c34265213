import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { ConfigurationPage } from '~/features/admin';
import { readConfiguration } from '~/features/admin/index.server';
import { requireAdmin } from '~/features/auth/index.server';
import { pageTitle } from '~/ui/page-title';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  return { settings: readConfiguration() };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Configuration') }];

export default function Configuration() {
  return <ConfigurationPage {...useLoaderData<typeof loader>()} />;
}
