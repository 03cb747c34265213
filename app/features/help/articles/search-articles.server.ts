import MiniSearch from 'minisearch';

import { singleton } from '~/lib/singleton.server';

import type { Article } from './article';
import { articles, findArticle } from './articles.server';

/** Words that say nothing about the subject of a question. */
const STOP_WORDS = new Set(
  (
    'a about after again all also am an and any are as at be been but by can cannot could did do does doing for from get ' +
    'give go had has have having he her here him his how i if in into is it its just let like make me more my no not of ' +
    'on or our please s she should so some t than that the their them then there these they this those to too up use ' +
    'used using want was we were what when where which who why will with would you your brandwright'
  ).split(' '),
);

const WORDS = /[\p{L}\p{N}]+/gu;

/** Articles that a question may be about, best first. */
export function searchArticles(question: string, max: number): Article[] {
  return index()
    .search(question)
    .slice(0, max)
    .flatMap(({ id }) => findArticle(id as string) ?? []);
}

function index(): MiniSearch<Article> {
  return singleton('help-index', () => {
    const search = new MiniSearch<Article>({
      fields: ['title', 'searchWords', 'body'],
      extractField: (article, field) =>
        field === 'searchWords'
          ? article.searchWords.join('. ')
          : String(article[field as 'title']),
      tokenize: (text) => text.match(WORDS) ?? [],
      processTerm: stem,
      searchOptions: {
        boost: { title: 3, searchWords: 2 },
        // Long words may be incomplete or misspelled.
        prefix: (term) => term.length > 4,
        fuzzy: (term) => (term.length > 5 ? 0.2 : false),
        weights: { prefix: 0.4, fuzzy: 0.3 },
      },
    });
    search.addAll(articles());
    return search;
  });
}

/** As much stemming as a search in about forty articles needs. */
function stem(term: string): string | null {
  const word = term.toLowerCase();
  if (STOP_WORDS.has(word)) return null;
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word.replace(/s$/, '');
}
