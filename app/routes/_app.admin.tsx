import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link } from '@remix-run/react';

import { requireAdmin } from '~/features/auth/index.server';
import { buttonClass } from '~/ui/button';
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
      intro="Here you will look after accounts, allowances and how this site is running. Most of this section is not ready yet."
    >
      <Link to="/admin/connections" className={buttonClass({ variant: 'secondary' })}>
        Test the connections
      </Link>
    </Page>
  );
}
