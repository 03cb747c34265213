import { AppError } from '~/lib/errors';
import { renderMarkdown } from '~/lib/markdown/render';
import { singleton } from '~/lib/singleton.server';

import { REFUSALS } from '../refusals.server';
import { type Article, ARTICLE_TOPICS, type ArticleEntry, type IndexEntry } from './article';
import { parseArticle } from './parse-article';

const sources = import.meta.glob<string>('./texts/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** All help articles, by topic and then by title. */
export function articles(): readonly Article[] {
  return singleton('help-articles', () =>
    Object.entries(sources)
      .map(([path, source]) => parseArticle(idOf(path), source))
      .sort(
        (a, b) =>
          ARTICLE_TOPICS.indexOf(a.topic) - ARTICLE_TOPICS.indexOf(b.topic) ||
          a.title.localeCompare(b.title, 'en'),
      ),
  );
}

export function findArticle(id: string | undefined): Article | undefined {
  return articles().find((article) => article.id === id);
}

export function articleEntry({ id, title, topic }: Article): ArticleEntry {
  return { id, title, topic };
}

/** What the page of all articles lists, with the words that each is found by. */
export function articleIndex(): IndexEntry[] {
  return articles().map((article) => ({
    ...articleEntry(article),
    words: [article.title, ...article.asked].join(' ').toLowerCase(),
  }));
}

function idOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
}

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
