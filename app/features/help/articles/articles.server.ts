import { singleton } from '~/lib/singleton.server';

import { ARTICLE_TOPICS, type Article, type ArticleEntry, type IndexEntry } from './article';
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
