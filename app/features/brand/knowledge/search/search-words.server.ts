import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import {
  countChunks,
  findMatching,
  findSimilarWords,
  findTermHits,
  rankByTerms,
  readLanguages,
  readLexemes,
  type TermHits,
} from '../chunks/chunk-data.server';
import { languageOf, SEARCH_LANGUAGES } from '../chunks/languages';
import { quorum, type Term, termsOf } from './question';

// Full-text search of a profile's chunks. It must not take longer for words that many chunks have, so their chunks are never
// gathered: the index finds those that have several of them.

/** A word is rare that no more chunks have. */
const RARE = 300;
/** What a frequent word weighs, as if a thirtieth of the chunks had it. */
const FREQUENT_WEIGHT = Math.log(1 + 30);
const CANDIDATES = 150;
/** With so many candidates, chunks with fewer of the words aren't looked for. */
const ENOUGH = 60;
/** Beyond this, how rare a word is makes no difference any more. */
const COUNTED = 20_000;
/** Shorter words resemble too many others. */
const MIN_SIMILAR = 4;
const MAX_SIMILAR = 4;

export interface Place {
  userId: UserScope;
  profileId: string;
}

/** The chunks with words of the question, the best first: rare words count more, and words within headings. */
export async function searchWords(
  sql: Sql,
  at: Place,
  question: string,
  limit: number,
): Promise<string[]> {
  const [total, hits] = await Promise.all([
    countChunks(sql, at.userId, at.profileId, COUNTED),
    findHits(sql, at, question),
  ]);
  const terms = hits.map(({ term, hits: count }) => ({
    ...term,
    weight: count > RARE ? FREQUENT_WEIGHT : Math.log(1 + total / count),
  }));
  const ids = new Set(bestOf(hits, terms));
  const frequent = hits.filter((one) => one.hits > RARE).map(({ term }) => term.query);
  for (let least = frequent.length; least > 0 && ids.size < ENOUGH; least -= 1) {
    // Of the chunks with a single frequent word, none is better than another.
    if (least === 1 && ids.size > 0) break;
    const query = quorum(frequent, least);
    if (query === null) continue;
    for (const id of await findMatching(sql, at, query, CANDIDATES)) ids.add(id);
  }
  return ids.size === 0 ? [] : rankByTerms(sql, at, { ids: [...ids], terms, limit });
}

/** The terms of a question that chunks have, or words like them, with those chunks if they are few. */
async function findHits(
  sql: Sql,
  at: Place,
  question: string,
): Promise<(TermHits & { term: Term })[]> {
  const languages = languagesFor(await readLanguages(sql, at.userId, at.profileId), question);
  const asked = termsOf(await readLexemes(sql, question, languages));
  if (asked.length === 0) return [];
  const first = await findTermHits(sql, at, asked, RARE);
  const found = new Set(first.map(({ place }) => asked[place - 1]));
  const others = await similarTerms(
    sql,
    at,
    asked.filter((term) => !found.has(term)),
    languages,
  );
  const more = others.length === 0 ? [] : await findTermHits(sql, at, others, RARE);
  return [
    ...first.map((one) => ({ ...one, term: asked[one.place - 1]! })),
    ...more.map((one) => ({ ...one, term: others[one.place - 1]! })),
  ];
}

/** The chunks of rare terms with the highest sums of their weights. */
function bestOf(
  hits: readonly { ids: readonly string[] }[],
  terms: readonly { weight: number }[],
): string[] {
  const sums = new Map<string, number>();
  for (const [at, { ids }] of hits.entries()) {
    for (const id of ids) sums.set(id, (sums.get(id) ?? 0) + terms[at]!.weight);
  }
  const ranked = [...sums].toSorted(([, one], [, other]) => other - one);
  return ranked.slice(0, CANDIDATES).map(([id]) => id);
}

/** Those that the chunks have, and words as they are. Without any, the question's own tells which words say nothing. */
function languagesFor(stored: readonly string[], question: string): string[] {
  const known = SEARCH_LANGUAGES.filter((one) => one !== 'simple' && stored.includes(one));
  const own = languageOf(question);
  const others = known.length > 0 ? known : [own === 'simple' ? 'english' : own];
  return ['simple', ...others];
}

/** For terms that no chunk has: what their words may mean instead. */
async function similarTerms(
  sql: Sql,
  at: Place,
  missing: readonly Term[],
  languages: readonly string[],
): Promise<Term[]> {
  const words = missing
    .map(({ word }) => word)
    .filter((word) => word.length >= MIN_SIMILAR)
    .slice(0, MAX_SIMILAR);
  if (words.length === 0) return [];
  const similar = await findSimilarWords(sql, at, words);
  const terms: Term[] = [];
  for (const given of words) {
    const near = similar.filter((one) => one.given === given).map(({ word }) => word);
    if (near.length === 0) continue;
    const forms = termsOf(await readLexemes(sql, near.join(' '), languages));
    terms.push({
      word: given,
      query: forms.map(({ query }) => query).join(' | '),
      heading: forms.map(({ heading }) => heading).join(' | '),
    });
  }
  return terms;
}
