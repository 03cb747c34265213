import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { orThrowResponse } from '~/http/failure.server';
import { pageTitle } from '~/ui/page/page';

import { SourcePage } from '../components/source-page';
import { openSource } from '../source-actions.server';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const { searchParams } = new URL(request.url);
  const wanted = { chunk: searchParams.get('chunk'), page: searchParams.get('page') };
  const address = { id: params.profileId, sourceId: params.sourceId };
  return orThrowResponse(openSource(user.id, address, wanted));
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.source.name ?? 'Source') },
];

export default function Source() {
  const data = useLoaderData<typeof loader>();
  return <SourcePage key={data.source.id} {...data} />;
}
