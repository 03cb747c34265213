import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { ArrowRight } from 'lucide-react';

import { requireUser } from '~/features/accounts/index.server';
import { ArticleList } from '../components/article-index';
import { readArticle } from '../articles.server';
import { orThrowResponse } from '~/http/failure.server';
import { Page } from '~/ui/page/page';
import { errorTitle } from '~/ui/page/error-panel';
import { pageTitle } from '~/ui/page/page';
import { RenderedText } from '~/ui/rich-text/markdown-text';
import { ArrowLeft } from '~/ui/display/shared-icons';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orThrowResponse(Promise.resolve().then(() => readArticle(params.articleId)));
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  { title: pageTitle(data?.title ?? errorTitle(error)) },
];

const LINK =
  'inline-flex min-h-11 items-center gap-2 font-medium text-accent underline-offset-4 hover:underline';

export default function HelpArticle() {
  const { title, html, screen, related, topic } = useLoaderData<typeof loader>();
  return (
    <Page title={title}>
      <article className="max-w-2xl">
        <RenderedText html={html} />
      </article>
      <p className="mt-8 flex flex-wrap gap-x-8">
        <Link to={screen.path} className={LINK}>
          Open {screen.label}
          <ArrowRight className="size-4" aria-hidden="true" />
        </Link>
        <Link to="/help" className={LINK}>
          <ArrowLeft className="size-4" aria-hidden="true" />
          All help articles
        </Link>
      </p>
      {related.length > 0 && (
        <div className="mt-8 border-t pt-8">
          <ArticleList heading={`More about ${topic.toLowerCase()}`} articles={related} />
        </div>
      )}
    </Page>
  );
}
