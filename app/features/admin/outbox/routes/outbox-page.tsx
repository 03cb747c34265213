import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { OutboxList } from '../outbox-page';
import { requireAdmin } from '~/features/accounts/index.server';
import { isOutboxUsed, readOutbox } from '~/features/email/index.server';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  const before = new URL(request.url).searchParams.get('before');
  return { page: isOutboxUsed() ? await readOutbox(before) : null, isLater: before !== null };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Outbox') }];

export default function Outbox() {
  return <OutboxList {...useLoaderData<typeof loader>()} />;
}
