import { Link } from '@remix-run/react';
import { useState } from 'react';

import { Field } from '~/ui/forms/field';

import { ARTICLE_TOPICS, articlePath, type ArticleEntry, type IndexEntry } from '../article';

/** All articles by topic, filtered as the person types. */
export function ArticleIndex({ articles }: { articles: readonly IndexEntry[] }) {
  const [typed, setTyped] = useState('');
  const typedWords = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = articles.filter(({ words }) => typedWords.every((word) => words.includes(word)));
  return (
    <>
      <Field
        label="Search help"
        type="search"
        id="help-search"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p role="status" className={found.length === 0 ? 'mt-6 text-muted' : 'sr-only'}>
        {found.length === 0
          ? 'No matches. Try fewer words, or ask your question under Ask Me in the help menu.'
          : typed === ''
            ? ''
            : `${found.length} ${found.length === 1 ? 'article' : 'articles'}`}
      </p>
      <div className="mt-8 gap-x-10 sm:columns-2">
        {ARTICLE_TOPICS.map((topic) => {
          const entries = found.filter((entry) => entry.topic === topic);
          return entries.length === 0 ? null : (
            <ArticleList key={topic} heading={topic} articles={entries} />
          );
        })}
      </div>
    </>
  );
}

export function ArticleList({
  heading,
  articles,
}: {
  heading: string;
  articles: readonly ArticleEntry[];
}) {
  return (
    <section className="mb-8 break-inside-avoid">
      <h2 className="font-display text-lg font-semibold tracking-tight">{heading}</h2>
      <ul className="mt-2 space-y-0.5">
        {articles.map((article) => (
          <li key={article.id}>
            <Link
              to={articlePath(article)}
              prefetch="intent"
              className="-mx-2 flex min-h-9 items-center rounded-md px-2 py-1 text-muted transition-colors hover:bg-hover hover:text-text touch:min-h-11"
            >
              {article.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
