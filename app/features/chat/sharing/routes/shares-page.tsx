import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { ShareList } from '../components/share-list';
import { listSharePage } from '../share-actions.server';
import { orThrowResponse } from '~/http/failure.server';
import { Page, pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const cursor = new URL(request.url).searchParams.get('cursor');
  return orThrowResponse(listSharePage(user.id, cursor));
}

export const meta: MetaFunction = () => [{ title: pageTitle('Shared links') }];

export default function Shares() {
  const page = useLoaderData<typeof loader>();
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page title="Shared links" intro="Anyone with one of these links can read the conversation.">
        <ShareList page={page} />
      </Page>
    </div>
  );
}
