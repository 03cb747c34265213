/** In the order of the help page. */
export const ARTICLE_TOPICS = [
  'Getting started',
  'Chat',
  'Brand',
  'Copy',
  'Media',
  'Tokens and plans',
  'Account',
  'Privacy and help',
] as const;

export type ArticleTopic = (typeof ARTICLE_TOPICS)[number];

/** An article in a list. */
export interface ArticleEntry {
  /** The name of its file, and the last part of its URL. */
  id: string;
  title: string;
  topic: ArticleTopic;
}

/** An article in the searchable list. */
export interface IndexEntry extends ArticleEntry {
  /** Lower case. */
  words: string;
}

export interface Article extends ArticleEntry {
  /** The screen that it is about. */
  screen: { label: string; path: string };
  /** Other words in which people ask about it. */
  searchWords: string[];
  /** Markdown, without the title. */
  body: string;
}

export function articlePath({ id }: Pick<ArticleEntry, 'id'>): string {
  return `/help/${id}`;
}
