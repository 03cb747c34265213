import type { Sql } from '~/lib/db/index.server';
import type { Source, SourceChunk, SourcePage } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { Lexeme, Term } from '../search/question';

// How passages are found in `source_chunks`, which `indexPage` writes. Queries are limited to the owner and the profile,
// except those of the job that embeds. SQL: full-text search, trigrams, bytes, and reads that every message waits for.

/** A chunk with the names of its page and source. */
export type ChunkRow = Pick<SourceChunk, 'id' | 'sourceId' | 'headings' | 'content' | 'tokens'> & {
  pageTitle: SourcePage['title'];
  sourceName: Source['name'];
};

/** The tokens of up to `limit` chunks. */
export async function readSizes(
  sql: Sql,
  userId: UserScope,
  profileId: string,
  limit: number,
): Promise<number[]> {
  const rows = await sql.query<Pick<SourceChunk, 'tokens'>>(
    `SELECT c.tokens FROM source_chunks c JOIN sources s ON s.id = c.source_id AND s.deleted_at IS NULL
      WHERE c.user_id = $1::uuid AND c.profile_id = $2::uuid LIMIT $3::int`,
    [userId, profileId, limit],
  );
  return rows.map(({ tokens }) => tokens);
}

/** Up to `limit` chunks in an order that stays the same: by source, page, and position. */
export function readAllChunks(
  sql: Sql,
  userId: UserScope,
  profileId: string,
  limit: number,
): Promise<ChunkRow[]> {
  return sql.query<ChunkRow>(
    `SELECT c.id, c.source_id, c.headings, c.content, c.tokens, p.title AS page_title, s.name AS source_name
       FROM source_chunks c JOIN source_pages p ON p.id = c.page_id
       JOIN sources s ON s.id = c.source_id AND s.deleted_at IS NULL
      WHERE c.user_id = $1::uuid AND c.profile_id = $2::uuid
      ORDER BY c.source_id, p.position, c.position LIMIT $3::int`,
    [userId, profileId, limit],
  );
}

/** These chunks, in no order. LIMIT keeps the planner from reading the whole profile. */
export function readChunks(
  sql: Sql,
  userId: UserScope,
  profileId: string,
  ids: readonly string[],
): Promise<ChunkRow[]> {
  return sql.query<ChunkRow>(
    `SELECT c.id, c.source_id, c.headings, c.content, c.tokens, p.title AS page_title, s.name AS source_name
       FROM unnest($3::uuid[]) AS wanted (id)
      CROSS JOIN LATERAL (
        SELECT id, source_id, page_id, headings, content, tokens FROM source_chunks
         WHERE id = wanted.id AND user_id = $1::uuid AND profile_id = $2::uuid LIMIT 1
      ) c
       JOIN source_pages p ON p.id = c.page_id
       JOIN sources s ON s.id = c.source_id AND s.deleted_at IS NULL`,
    [userId, profileId, ids],
  );
}

/** How many chunks there are, counted up to `limit`. */
export async function countChunks(
  sql: Sql,
  userId: UserScope,
  profileId: string,
  limit: number,
): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM source_chunks WHERE user_id = $1::uuid AND profile_id = $2::uuid LIMIT $3::int
     ) counted`,
    [userId, profileId, limit],
  );
  return row?.count ?? 0;
}

/** The languages of the chunks: jumps from one to the next in the index. */
export async function readLanguages(
  sql: Sql,
  userId: UserScope,
  profileId: string,
): Promise<string[]> {
  const rows = await sql.query<Pick<SourceChunk, 'language'>>(
    `WITH RECURSIVE each AS (
       (SELECT language FROM source_chunks WHERE user_id = $1::uuid AND profile_id = $2::uuid
         ORDER BY language LIMIT 1)
       UNION ALL
       SELECT (SELECT c.language FROM source_chunks c
                WHERE c.user_id = $1::uuid AND c.profile_id = $2::uuid AND c.language > each.language
                ORDER BY c.language LIMIT 1)
         FROM each WHERE each.language IS NOT NULL
     )
     SELECT coalesce(language, '') AS language FROM each WHERE language IS NOT NULL`,
    [userId, profileId],
  );
  return rows.map(({ language }) => language);
}

/** The words of a question in the forms of these languages. */
export function readLexemes(
  sql: Sql,
  question: string,
  languages: readonly string[],
): Promise<Lexeme[]> {
  return sql.query<Lexeme>(
    `SELECT l.language, w.lexeme, w.positions
       FROM unnest($1::text[]) AS l (language)
      CROSS JOIN LATERAL unnest(to_tsvector(l.language::regconfig, $2)) AS w`,
    [languages, question],
  );
}

/** The chunks with a term, and how many there are, counted to one more than `limit`; no ids beyond the limit. */
export interface TermHits {
  /** Counts the terms from 1. */
  place: number;
  hits: number;
  ids: string[];
}

/** The chunks that have each term, for terms that few have. A term without any is missing. */
export function findTermHits(
  sql: Sql,
  at: { userId: UserScope; profileId: string },
  terms: readonly Term[],
  limit: number,
): Promise<TermHits[]> {
  return sql.query<TermHits>(
    `SELECT t.place::int AS place, h.hits::int AS hits, CASE WHEN h.hits > $4::int THEN '{}'::uuid[] ELSE h.ids END AS ids
       FROM unnest($3::text[]) WITH ORDINALITY AS t (query, place)
      CROSS JOIN LATERAL (
        SELECT count(*) AS hits, array_agg(found.id) AS ids FROM (
          SELECT c.id FROM source_chunks c
           WHERE c.user_id = $1::uuid AND c.profile_id = $2::uuid AND c.words @@ t.query::tsquery LIMIT $4::int + 1
        ) found
      ) h
      WHERE h.hits > 0`,
    [at.userId, at.profileId, terms.map(({ query }) => query), limit],
  );
}

/** Some chunks that match a query in PostgreSQL's syntax. */
export async function findMatching(
  sql: Sql,
  at: { userId: UserScope; profileId: string },
  query: string,
  limit: number,
): Promise<string[]> {
  const rows = await sql.query<Pick<SourceChunk, 'id'>>(
    `SELECT c.id FROM source_chunks c
      WHERE c.user_id = $1::uuid AND c.profile_id = $2::uuid AND c.words @@ $3::tsquery LIMIT $4::int`,
    [at.userId, at.profileId, query, limit],
  );
  return rows.map(({ id }) => id);
}

/** A term and how much it says. */
export interface WeighedTerm extends Term {
  weight: number;
}

/**
 * The best of these chunks: every term counts with its weight, and more within a heading; a term says less in a long chunk, by
 * BM25 with its usual constants and without counting how often it's there. The words are unpacked once (by
 * adding none), not for each term, and LIMIT keeps the planner from reading the whole profile: both took most of a search.
 */
export async function rankByTerms(
  sql: Sql,
  at: { userId: UserScope; profileId: string },
  { ids, terms, limit }: { ids: readonly string[]; terms: readonly WeighedTerm[]; limit: number },
): Promise<string[]> {
  const rows = await sql.query<Pick<SourceChunk, 'id'>>(
    `WITH term AS MATERIALIZED (
       SELECT t.query::tsquery AS query, t.heading::tsquery AS heading, t.weight
         FROM unnest($4::text[], $5::text[], $6::float8[]) AS t (query, heading, weight)
     ), chunk AS MATERIALIZED (
       SELECT c.id, c.words || ''::tsvector AS words, length(c.words) AS size, avg(length(c.words)) OVER () AS usual
         FROM unnest($3::uuid[]) AS wanted (id)
        CROSS JOIN LATERAL (
          SELECT id, source_id, words FROM source_chunks
           WHERE id = wanted.id AND user_id = $1::uuid AND profile_id = $2::uuid LIMIT 1
        ) c
         JOIN sources s ON s.id = c.source_id AND s.deleted_at IS NULL
     )
     SELECT c.id FROM chunk c
      CROSS JOIN LATERAL (
        SELECT sum(CASE WHEN c.words @@ t.query THEN t.weight * CASE WHEN c.words @@ t.heading THEN 1.5 ELSE 1 END
                        ELSE 0 END) / (1 + 1.2 * (0.25 + 0.75 * c.size / c.usual)) AS score
          FROM term t
      ) own
      ORDER BY own.score DESC, c.id LIMIT $7::int`,
    [
      at.userId,
      at.profileId,
      ids,
      terms.map(({ query }) => query),
      terms.map(({ heading }) => heading),
      terms.map(({ weight }) => weight),
      limit,
    ],
  );
  return rows.map(({ id }) => id);
}

/** Words of the documents that are like these, which may be misspelled or a part of a longer word. */
export function findSimilarWords(
  sql: Sql,
  at: { userId: UserScope; profileId: string },
  words: readonly string[],
): Promise<{ given: string; word: string }[]> {
  return sql.query<{ given: string; word: string }>(
    `SELECT given.word AS given, near.word FROM unnest($3::text[]) AS given (word)
      CROSS JOIN LATERAL (
        SELECT w.word FROM source_words w
         WHERE w.user_id = $1::uuid AND w.profile_id = $2::uuid
           AND (w.word % given.word OR given.word <% w.word)
           AND greatest(similarity(w.word, given.word), word_similarity(given.word, w.word) * 0.8) > 0.32
         GROUP BY w.word
         ORDER BY greatest(similarity(w.word, given.word), word_similarity(given.word, w.word) * 0.8) DESC, w.word
         LIMIT 4
      ) near`,
    [at.userId, at.profileId, words],
  );
}
