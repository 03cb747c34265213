import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { storable } from '~/lib/text/storable';

import { type ChunkRow, readAllChunks, readChunks, readSizes } from '../chunks/chunk-data.server';
import { fused, MAX_QUESTION } from './question';
import { searchWords } from './search-words.server';

/** Documents of up to this many tokens are sent whole, the same bytes each time, which providers cache. */
const WHOLE_TOKENS = 6_000;
/** Whole documents of very short passages are many rows all the same. */
const WHOLE_CHUNKS = 150;
/** Otherwise, the best passages up to this many tokens. */
const SENT_TOKENS = 3_000;
const SENT_CHUNKS = 12;
/** How many of each ranking take part in the fusion. */
const RANKED = 50;

/** Another ranking of chunks for the same question; `candidates` are what the words find. Never rejects. */
export type Ranking = (candidates: Promise<readonly string[]>) => Promise<string[]>;

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
  ranking: () => Ranking | undefined = () => undefined,
): Promise<Retrieved> {
  const sizes = await readSizes(sql, userId, profileId, WHOLE_CHUNKS + 1);
  if (sizes.length === 0) return { chunks: [], isWhole: true };
  const tokens = sizes.reduce((sum, size) => sum + size, 0);
  if (sizes.length <= WHOLE_CHUNKS && tokens <= WHOLE_TOKENS) {
    return { chunks: await readAllChunks(sql, userId, profileId, WHOLE_CHUNKS), isWhole: true };
  }
  const ids = await search(sql, userId, profileId, question, ranking());
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
  const question = storable(asked.slice(0, MAX_QUESTION));
  const byWords = searchWords(sql, { userId, profileId }, question, RANKED);
  const [ids, others] = await Promise.all([byWords, ranking?.(byWords) ?? []]);
  return fused([ids, others]);
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
