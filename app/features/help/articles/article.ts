/** The groups of articles, in their order. */
export const ARTICLE_TOPICS = [
  'Start',
  'Chat',
  'Brand',
  'Copy',
  'Media',
  'Tokens and plans',
  'Account',
  'Privacy and help',
] as const;

export type ArticleTopic = (typeof ARTICLE_TOPICS)[number];

/** What is listed of an article. */
export interface ArticleEntry {
  /** Its file's name, and the last part of its address. */
  id: string;
  title: string;
  topic: ArticleTopic;
}

/** An article, and what it is found by. */
export interface IndexEntry extends ArticleEntry {
  /** Lower case. */
  words: string;
}

export interface Article extends ArticleEntry {
  /** Where in the product it leads. */
  screen: { label: string; path: string };
  /** How people ask for it, in other words than its own. */
  asked: string[];
  /** Markdown, without the title. */
  body: string;
}

export function articlePath({ id }: Pick<ArticleEntry, 'id'>): string {
  return `/help/${id}`;
}
