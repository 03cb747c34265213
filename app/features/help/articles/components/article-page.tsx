import { Link } from '@remix-run/react';
import { ArrowRight } from 'lucide-react';

import { Page } from '~/ui/page/page';
import { RenderedText } from '~/ui/rich-text/markdown-text';
import { ArrowLeft } from '~/ui/shared-icons';

import type { ReadArticle } from '../articles.server';
import { ArticleList } from './article-index';

const LINK =
  'inline-flex min-h-11 items-center gap-2 font-medium text-accent underline-offset-4 hover:underline';

export function ArticlePage({ article }: { article: ReadArticle }) {
  const { title, html, screen, related, topic } = article;
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
