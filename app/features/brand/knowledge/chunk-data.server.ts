import type { Sql } from '~/lib/db/index.server';
import type { Source, SourceChunk, SourcePage } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { Lexeme, Term } from './question';

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

/** These chunks, in no order. */
export function readChunks(
  sql: Sql,
  userId: UserScope,
  profileId: string,
  ids: readonly string[],
): Promise<ChunkRow[]> {
  return sql.query<ChunkRow>(
    `SELECT c.id, c.source_id, c.headings, c.content, c.tokens, p.title AS page_title, s.name AS source_name
       FROM source_chunks c JOIN source_pages p ON p.id = c.page_id
       JOIN sources s ON s.id = c.source_id AND s.deleted_at IS NULL
      WHERE c.user_id = $1::uuid AND c.profile_id = $2::uuid AND c.id = ANY($3::uuid[])`,
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

/** A word in more chunks than this tells little, and ranking all of them would take long. */
const FREQUENT = 2_000;
const CANDIDATES = 150;

export interface WordSearch {
  userId: UserScope;
  profileId: string;
  terms: readonly Term[];
  /** How many chunks there are. */
  total: number;
  limit: number;
}

/** What a search by words found. */
export interface WordHits {
  /** The best first. */
  ids: string[];
  /** The terms that no chunk has. */
  missing: Term[];
}

/**
 * Chunks with words of the question, rare words counting more, and more within a heading. Candidates come from the rarer
 * words, and from chunks with all of the frequent ones; then every word counts.
 */
export async function findByWords(
  sql: Sql,
  { userId, profileId, terms, total, limit }: WordSearch,
): Promise<WordHits> {
  const rows = await sql.query<{ id: string | null; found: number[] }>(
    `WITH term AS MATERIALIZED (
       SELECT t.place, t.query::tsquery AS query, t.heading::tsquery AS heading
         FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS t (query, heading, place)
     ), hit AS MATERIALIZED (
       SELECT t.place, h.id FROM term t CROSS JOIN LATERAL (
         SELECT c.id FROM source_chunks c
          WHERE c.user_id = $1::uuid AND c.profile_id = $2::uuid AND c.words @@ t.query
          LIMIT ${FREQUENT + 1}
       ) h
     ), weighed AS MATERIALIZED (
       SELECT t.place, t.query, t.heading, f.hits, ln(1 + $5::float8 / f.hits) AS weight
         FROM term t JOIN (SELECT place, count(*) AS hits FROM hit GROUP BY place) f ON f.place = t.place
     ), candidate AS MATERIALIZED (
       (SELECT h.id FROM hit h JOIN weighed w ON w.place = h.place AND w.hits <= ${FREQUENT}
         GROUP BY h.id ORDER BY sum(w.weight) DESC, h.id LIMIT ${CANDIDATES})
       UNION
       (SELECT c.id FROM source_chunks c
         WHERE c.user_id = $1::uuid AND c.profile_id = $2::uuid AND c.words @@ (
           SELECT string_agg('(' || query::text || ')', ' & ')::tsquery FROM weighed WHERE hits > ${FREQUENT})
         LIMIT ${CANDIDATES})
     ), ranked AS (
       SELECT c.id FROM candidate k JOIN source_chunks c ON c.id = k.id
         JOIN sources s ON s.id = c.source_id AND s.deleted_at IS NULL
        CROSS JOIN LATERAL (
          SELECT sum(w.weight * CASE WHEN c.words @@ w.heading THEN 1.5 WHEN c.words @@ w.query THEN 1 ELSE 0 END) AS score
            FROM weighed w
        ) own
        WHERE c.user_id = $1::uuid
        ORDER BY own.score DESC, c.id LIMIT $6::int
     )
     SELECT r.id, f.found
       FROM (SELECT coalesce(array_agg(place::int), '{}') AS found FROM weighed) f LEFT JOIN ranked r ON true`,
    [
      userId,
      profileId,
      terms.map(({ query }) => query),
      terms.map(({ heading }) => heading),
      Math.max(1, total),
      limit,
    ],
  );
  const found = new Set(rows[0]?.found);
  return {
    ids: rows.flatMap(({ id }) => id ?? []),
    missing: terms.filter((_, at) => !found.has(at + 1)),
  };
}

/** Chunks with words like these, which may be misspelled or part of a longer word, the most similar first. */
export async function findBySimilarity(
  sql: Sql,
  {
    userId,
    profileId,
    words,
    limit,
  }: { userId: UserScope; profileId: string; words: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await sql.query<Pick<SourceChunk, 'id'>>(
    `SELECT near.id FROM unnest($3::text[]) AS given (word) CROSS JOIN LATERAL (
         SELECT c.id, word_similarity(given.word, c.content) AS similarity FROM source_chunks c
          WHERE c.user_id = $1::uuid AND c.profile_id = $2::uuid AND given.word <% c.content LIMIT 50
       ) near
      GROUP BY near.id ORDER BY sum(near.similarity) DESC, near.id LIMIT $4::int`,
    [userId, profileId, words, limit],
  );
  return rows.map(({ id }) => id);
}
