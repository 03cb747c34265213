import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';

import { AdminFrame } from '../../components/admin-frame';
import { reloadIfAnswered } from '~/features/accounts';
import { requireAdmin, signUpMode } from '~/features/accounts/index.server';
import { isOutboxUsed } from '~/features/email/index.server';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  const without = [
    ...(isOutboxUsed() ? [] : ['/admin/outbox']),
    ...(signUpMode() === 'invite' ? [] : ['/admin/invitations']),
  ];
  return { without };
}

export const shouldRevalidate = reloadIfAnswered;

export const meta: MetaFunction = () => [{ title: pageTitle('Admin') }];

export default function Admin() {
  return (
    <AdminFrame {...useLoaderData<typeof loader>()}>
      <Outlet />
    </AdminFrame>
  );
}
