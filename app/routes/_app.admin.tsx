import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Outlet } from '@remix-run/react';

import { AdminFrame } from '~/features/admin';
import { requireAdmin } from '~/features/auth/index.server';
import { pageTitle } from '~/ui/page-title';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  return null;
}

export const meta: MetaFunction = () => [{ title: pageTitle('Admin') }];

export default function Admin() {
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  );
}
