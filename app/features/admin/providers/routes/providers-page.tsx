import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { isRecentLogin, requireAdmin } from '~/features/accounts/index.server';
import { pageTitle } from '~/ui/page/page';

import { ProvidersPage } from '../providers-page';
import { readProviders } from '../read-providers.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { authenticatedAt } = await requireAdmin(request, context);
  return {
    providers: readProviders(),
    isConfirmed: isRecentLogin(authenticatedAt, new Date()),
    isFirstRun: new URL(request.url).searchParams.has('first-run'),
  };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Providers') }];

export default function Providers() {
  return <ProvidersPage {...useLoaderData<typeof loader>()} />;
}
