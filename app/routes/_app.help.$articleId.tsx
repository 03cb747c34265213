import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/auth/index.server';
import { ArticlePage } from '~/features/help';
import { readArticle } from '~/features/help/index.server';
import { orThrowResponse } from '~/lib/http/responses.server';
import { errorTitle, pageTitle } from '~/ui/page-title';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orThrowResponse(Promise.resolve().then(() => readArticle(params.articleId)));
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  { title: pageTitle(data?.title ?? errorTitle(error)) },
];

export default function HelpArticle() {
  return <ArticlePage article={useLoaderData<typeof loader>()} />;
}
