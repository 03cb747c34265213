import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { NewTextPage } from '../../library/list/start-page';
import { openStart } from '../../library/list/list-contents.server';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const { folders } = await openStart(user.id);
  return { folders };
}

export const meta: MetaFunction = () => [{ title: pageTitle('New text') }];

export default function NewText() {
  return <NewTextPage {...useLoaderData<typeof loader>()} />;
}
