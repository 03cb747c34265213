import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';

import { AdminFrame } from '~/features/admin';
import { requireAdmin } from '~/features/auth/index.server';
import { isOutboxUsed } from '~/features/mail/index.server';
import { pageTitle } from '~/ui/page-title';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  return { hasOutbox: isOutboxUsed() };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Admin') }];

export default function Admin() {
  return (
    <AdminFrame hasOutbox={useLoaderData<typeof loader>().hasOutbox}>
      <Outlet />
    </AdminFrame>
  );
}
