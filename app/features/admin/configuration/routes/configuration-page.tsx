import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { ConfigurationPage } from '../configuration-page';
import { readConfiguration } from '../read-configuration.server';
import { requireAdmin } from '~/features/accounts/index.server';
import { APP_VERSION } from '~/lib/app-version';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  return { version: APP_VERSION, settings: readConfiguration() };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Configuration') }];

export default function Configuration() {
  return <ConfigurationPage {...useLoaderData<typeof loader>()} />;
}
