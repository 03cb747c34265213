import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';

import { requireAdmin } from '~/features/auth/index.server';
import { Page } from '~/ui/page';
import { pageTitle } from '~/ui/page-title';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  return null;
}

export const meta: MetaFunction = () => [{ title: pageTitle('Admin') }];

export default function Admin() {
  return (
    <Page
      title="Admin"
      intro="Here you will look after accounts, allowances and how this site is running. This section is not ready yet."
    />
  );
}
