import { AppError } from '~/lib/errors';
import { renderMarkdown } from '~/lib/markdown/render';
import { singleton } from '~/lib/singleton.server';

import { REFUSALS } from '../refusals.server';
import { type Article, ARTICLE_TOPICS, type ArticleEntry, type IndexEntry } from './article';

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

/** Articles that have every word of a text in their title or among the words in which people ask about them. */
export function findArticles(text: string, max: number): ArticleEntry[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  return articleIndex()
    .filter(({ words }) => typed.length > 0 && typed.every((word) => words.includes(word)))
    .slice(0, max)
    .map(({ id, title, topic }) => ({ id, title, topic }));
}

/** The list of all articles, with the words that each is found by. */
export function articleIndex(): IndexEntry[] {
  return articles().map((article) => ({
    ...articleEntry(article),
    words: [article.title, ...article.searchWords].join(' ').toLowerCase(),
  }));
}

function idOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
}

export interface ReadArticle extends ArticleEntry {
  screen: { label: string; path: string };
  html: string;
  /** The other articles on its topic. */
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

const HEADER = /^# (?<title>.+)\n\n(?<fields>(?:[A-Z][a-z]+: .+\n)+)\n(?<body>[\s\S]+)$/;

/**
 * Parses the file of an article: a title, a paragraph with `Topic:`, `Open:` (label, path), and `Asked:` (separated by
 * commas), and the text.
 * @throws Error that says what is missing; tests parse all files
 */
export function parseArticle(id: string, source: string): Article {
  const { title, fields, body } = HEADER.exec(source)?.groups ?? {};
  if (title === undefined || fields === undefined || body === undefined) {
    throw new Error(`The help article ${id} does not begin as an article does.`);
  }
  const values = new Map(
    fields
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const value = (name: string): string => {
    const found = values.get(name);
    if (!found) throw new Error(`The help article ${id} has no line "${name}:".`);
    return found;
  };
  const topic = ARTICLE_TOPICS.find((one) => one === value('Topic'));
  if (!topic) throw new Error(`The help article ${id} has an unknown topic.`);
  const [, label, path] = /^(.+), (\/\S*)$/.exec(value('Open')) ?? [];
  if (!label || !path) throw new Error(`The help article ${id} does not say what to open.`);
  const searchWords = value('Asked')
    .split(',')
    .map((words) => words.trim());
  return { id, title, topic, screen: { label, path }, searchWords, body: body.trim() };
}
