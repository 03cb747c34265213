import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { UserList } from '../components/user-list';
import { listUsers, readUserQuery } from '../read-users.server';
import { requireAdmin } from '~/features/accounts/index.server';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  const query = readUserQuery(new URL(request.url).searchParams);
  const { text, filter, before } = query;
  return { page: await listUsers(query), text, filter, isLater: before !== null };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Users') }];

export default function Users() {
  return <UserList {...useLoaderData<typeof loader>()} />;
}
