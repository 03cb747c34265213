import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { ArticleIndex } from '../components/article-index';
import { articleIndex } from '../articles.server';
import { Page, pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return { articles: articleIndex() };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Help') }];

export default function Help() {
  const { articles } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Help"
      intro="Short answers to common questions. For anything else, choose Ask Me in the help menu."
    >
      <ArticleIndex articles={articles} />
    </Page>
  );
}
