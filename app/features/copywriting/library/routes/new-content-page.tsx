import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { pageTitle } from '~/ui/page/page';

import { NewContentPage } from '../content/components/new-content-page';
import { readFolders } from '../list/list-contents.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  return { folders: await readFolders(user.id) };
}

export const meta: MetaFunction = () => [{ title: pageTitle('New text') }];

export default function NewContent() {
  return <NewContentPage {...useLoaderData<typeof loader>()} />;
}
