import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import {
  type ChunkRow,
  countChunks,
  findBySimilarity,
  findByWords,
  readAllChunks,
  readChunks,
  readLanguages,
  readLexemes,
  readSizes,
} from './chunk-data.server';
import { languageOf, SEARCH_LANGUAGES } from './languages';
import { fused, MAX_QUESTION, type Term, termsOf } from './question';

/** Documents of up to this many tokens are sent whole, the same bytes each time, which providers cache. */
const WHOLE_TOKENS = 6_000;
/** Whole documents of very short passages are many rows all the same. */
const WHOLE_CHUNKS = 150;
/** Otherwise, the best passages up to this many tokens. */
const SENT_TOKENS = 3_000;
const SENT_CHUNKS = 12;
/** How many of each ranking take part in the fusion. */
const RANKED = 50;
/** With fewer hits by whole words, similar words are looked for. */
const FEW = 5;
const MIN_SIMILAR = 5;
const MAX_SIMILAR = 4;
/** Beyond this, how rare a word is makes no difference any more. */
const COUNTED = 20_000;

/** Another ranking of chunks for the same question; `candidates` are what the words found. Never rejects. */
export type Ranking = (candidates: readonly string[]) => Promise<string[]>;

export interface Retrieved {
  chunks: ChunkRow[];
  /** They are everything that there is. */
  isWhole: boolean;
}

/** The passages of a profile's sources for a question: all of them if they are few, otherwise the best. */
export async function retrieve(
  sql: Sql,
  userId: UserScope,
  profileId: string,
  question: string,
  ranking?: Ranking,
): Promise<Retrieved> {
  const sizes = await readSizes(sql, userId, profileId, WHOLE_CHUNKS + 1);
  if (sizes.length === 0) return { chunks: [], isWhole: true };
  const tokens = sizes.reduce((sum, size) => sum + size, 0);
  if (sizes.length <= WHOLE_CHUNKS && tokens <= WHOLE_TOKENS) {
    return { chunks: await readAllChunks(sql, userId, profileId, WHOLE_CHUNKS), isWhole: true };
  }
  const ids = await search(sql, userId, profileId, question, ranking);
  const found = await readChunks(sql, userId, profileId, ids.slice(0, RANKED));
  return { chunks: withinBudget(ids, found), isWhole: false };
}

/** The ids of chunks for a question, the best first. */
export async function search(
  sql: Sql,
  userId: UserScope,
  profileId: string,
  asked: string,
  ranking?: Ranking,
): Promise<string[]> {
  const question = asked.slice(0, MAX_QUESTION).replaceAll('\0', '').toWellFormed();
  const [stored, total] = await Promise.all([
    readLanguages(sql, userId, profileId),
    countChunks(sql, userId, profileId, COUNTED),
  ]);
  const terms = termsOf(await readLexemes(sql, question, languagesFor(stored, question)));
  const hits =
    terms.length === 0
      ? { ids: [], missing: [] }
      : await findByWords(sql, { userId, profileId, terms, total, limit: RANKED });
  const [similar, others] = await Promise.all([
    hits.ids.length < FEW || hits.missing.length * 2 >= terms.length
      ? findSimilar(sql, userId, profileId, hits.missing)
      : [],
    ranking?.(hits.ids) ?? [],
  ]);
  return fused([hits.ids, similar, others]);
}

/** Those that the chunks have, and words as they are. Without any, the question's own tells which words say nothing. */
function languagesFor(stored: readonly string[], question: string): string[] {
  const known = SEARCH_LANGUAGES.filter((one) => one !== 'simple' && stored.includes(one));
  const own = languageOf(question);
  const others = known.length > 0 ? known : [own === 'simple' ? 'english' : own];
  return ['simple', ...others];
}

async function findSimilar(
  sql: Sql,
  userId: UserScope,
  profileId: string,
  missing: readonly Term[],
): Promise<string[]> {
  const words = missing
    .map(({ word }) => word)
    .filter((word) => word.length >= MIN_SIMILAR)
    .slice(0, MAX_SIMILAR);
  return words.length === 0 ? [] : findBySimilarity(sql, { userId, profileId, words, limit: RANKED });
}

function withinBudget(ids: readonly string[], found: readonly ChunkRow[]): ChunkRow[] {
  const byId = new Map(found.map((chunk) => [chunk.id, chunk]));
  const chosen: ChunkRow[] = [];
  let tokens = 0;
  for (const id of ids) {
    const chunk = byId.get(id);
    if (!chunk) continue;
    tokens += chunk.tokens;
    if (chosen.length === SENT_CHUNKS || (tokens > SENT_TOKENS && chosen.length > 0)) break;
    chosen.push(chunk);
  }
  return chosen;
}
