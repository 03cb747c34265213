import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { ArticlePage } from '../components/article-page';
import { readArticle } from '../articles.server';
import { orThrowResponse } from '~/http/failure.server';
import { errorTitle } from '~/ui/page/error-panel';
import { pageTitle } from '~/ui/page/page';

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
