import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { InboxList } from '../inbox-list';
import { requireAdmin } from '~/features/accounts/index.server';
import { readInbox, readInboxFilter } from '~/features/help/index.server';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  const filter = readInboxFilter(new URL(request.url).searchParams);
  const { state, kind, before } = filter;
  return { page: await readInbox(filter), state, kind, isLater: before !== null };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Inbox') }];

export default function Inbox() {
  return <InboxList {...useLoaderData<typeof loader>()} />;
}
