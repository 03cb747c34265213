import { AppError } from '~/lib/errors';
import { renderMarkdown } from '~/lib/markdown/render';

import type { ArticleEntry } from './article';
import { articleEntry, articles, findArticle } from './articles.server';
import { REFUSALS } from '../assistant/refusals.server';

/** An article as its page shows it. */
export interface ReadArticle extends ArticleEntry {
  screen: { label: string; path: string };
  html: string;
  /** The others of its topic. */
  related: ArticleEntry[];
}

/** @throws AppError `not-found` */
export function readArticle(id: string | undefined): ReadArticle {
  const article = findArticle(id);
  if (!article) throw new AppError('not-found', REFUSALS.articleGone);
  return {
    ...articleEntry(article),
    screen: article.screen,
    html: renderMarkdown(article.body),
    related: articles()
      .filter(({ topic }) => topic === article.topic)
      .filter((other) => other !== article)
      .map(articleEntry),
  };
}
