import type { Sql } from '~/lib/db/index.server';
import type { SourceChunk } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

// Owns the embeddings in `source_chunks`. Queries are limited to the owner and the profile, except those of the job that
// embeds. SQL: bytes in bulk, counts with a limit, and indexes that Prisma's conditions don't use.

/** Whose embeddings, and of which model. */
export interface EmbeddingOf {
  profileId: string;
  model: string;
}

export type ChunkEmbedding = Pick<SourceChunk, 'id'> & { embedding: Buffer };

/** Changes whenever the embeddings do: how many there are, up to `limit`, and the last. */
export async function readEmbeddingStamp(
  sql: Sql,
  { userId, profileId, model }: EmbeddingOf & { userId: UserScope },
  limit: number,
): Promise<{ count: number; last: string | null }> {
  const [row] = await sql.query<{ count: number; last: string | null }>(
    `WITH stamped AS (
       SELECT id FROM source_chunks WHERE profile_id = $1::uuid AND embedding_model = $2
          AND EXISTS (SELECT 1 FROM profiles p WHERE p.id = $1::uuid AND p.user_id = $4::uuid)
        ORDER BY id DESC LIMIT $3::int
     )
     SELECT count(*)::int AS count, (SELECT id FROM stamped LIMIT 1) AS last FROM stamped`,
    [profileId, model, limit, userId],
  );
  return row ?? { count: 0, last: null };
}

/** A page of embeddings in the order of their ids. */
export function readEmbeddedAfter(
  sql: Sql,
  { userId, profileId, model, dims }: EmbeddingOf & { userId: UserScope; dims: number },
  after: string | null,
  limit: number,
): Promise<ChunkEmbedding[]> {
  return sql.query<ChunkEmbedding>(
    `SELECT id, coalesce(embedding, '') AS embedding FROM source_chunks
      WHERE user_id = $1::uuid AND profile_id = $2::uuid AND embedding_model = $3 AND embedding_dims = $4::int
        AND id > coalesce($5::uuid, '00000000-0000-0000-0000-000000000000') AND embedding IS NOT NULL
      ORDER BY id LIMIT $6::int`,
    [userId, profileId, model, dims, after, limit],
  );
}

/** The embeddings of these chunks, as far as they have some of this model. */
export function readEmbeddings(
  sql: Sql,
  { userId, profileId, model, dims }: EmbeddingOf & { userId: UserScope; dims: number },
  ids: readonly string[],
): Promise<ChunkEmbedding[]> {
  return sql.query<ChunkEmbedding>(
    `SELECT id, coalesce(embedding, '') AS embedding FROM source_chunks
      WHERE user_id = $1::uuid AND profile_id = $2::uuid AND embedding_model = $3 AND embedding_dims = $4::int
        AND id = ANY($5::uuid[]) AND embedding IS NOT NULL`,
    [userId, profileId, model, dims, ids],
  );
}

export type UnreadChunk = Pick<SourceChunk, 'id' | 'headings' | 'content'>;

/** Chunks of anyone that this model hasn't read, those that no model has first; for the job. */
export function findUnembedded(sql: Sql, model: string, limit: number): Promise<UnreadChunk[]> {
  return sql.query<UnreadChunk>(
    `(SELECT id, headings, content FROM source_chunks WHERE embedding_model IS NULL ORDER BY id LIMIT $2::int)
     UNION ALL
     (SELECT id, headings, content FROM source_chunks WHERE embedding_model < $1 ORDER BY embedding_model, id LIMIT $2::int)
     UNION ALL
     (SELECT id, headings, content FROM source_chunks WHERE embedding_model > $1 ORDER BY embedding_model, id LIMIT $2::int)
     LIMIT $2::int`,
    [model, limit],
  );
}

export interface NewEmbedding {
  id: string;
  /** Null: the model can't read this text, and isn't asked again. */
  embedding: Buffer | null;
  scale: number | null;
  dims: number | null;
}

/** Stores what the model has read. Chunks that were removed meanwhile are skipped. */
export async function putEmbeddings(
  sql: Sql,
  model: string,
  embeddings: readonly NewEmbedding[],
): Promise<void> {
  await sql.query(
    `UPDATE source_chunks c SET embedding = decode(nullif(given.embedding, ''), 'base64'),
            embedding_scale = nullif(given.scale, 0), embedding_dims = nullif(given.dims, 0), embedding_model = $1
       FROM unnest($2::uuid[], $3::text[], $4::real[], $5::int[]) AS given (id, embedding, scale, dims)
      WHERE c.id = given.id`,
    [
      model,
      embeddings.map(({ id }) => id),
      embeddings.map(({ embedding }) => embedding?.toString('base64') ?? ''),
      embeddings.map(({ scale }) => scale ?? 0),
      embeddings.map(({ dims }) => dims ?? 0),
    ],
  );
}
