import type { Sql } from '~/lib/db/index.server';

import type { MessageFields, OverflowField } from './overflow';

// What of `messages` stands in objects, and what is to leave its row for one.

/** The whole text is in the row again, where more is put behind it. */
export async function moveContentIn(
  tx: Sql,
  userId: string,
  id: string,
  content: string,
): Promise<void> {
  await tx.query(
    `UPDATE messages SET content = $3, content_overflow = false, content_url = NULL
      WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId, content],
  );
}

export type StoredFields = MessageFields & {
  conversationId: string;
  overflowed: Record<OverflowField, boolean>;
};

/** What of a message may have to leave its row. */
export async function readFields(
  sql: Sql,
  userId: string,
  id: string,
): Promise<StoredFields | null> {
  const [row] = await sql.query<StoredFields>(
    `SELECT conversation_id AS "conversationId", content, context, files, full_content_urls AS "fullContentUrls",
            json_build_object('content', content_overflow, 'context', context_overflow, 'files', files_overflow,
              'fullContentUrls', full_content_urls_overflow) AS overflowed
       FROM messages WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
  return row ?? null;
}

export interface MovedOut {
  userId: string;
  id: string;
  /** What the row keeps. */
  kept: Partial<MessageFields>;
  /** The object that has the whole, for each field that leaves. */
  keys: Partial<Record<OverflowField, string>>;
  /** In UTF-16 units, as it was when the objects were written. */
  contentLength: number;
}

/** False when the message has changed since it was read, or is gone. */
export async function moveFieldsOut(tx: Sql, moved: MovedOut): Promise<boolean> {
  const { userId, id, kept, keys } = moved;
  const [now] = await tx.query<{ content: string }>(
    `SELECT content FROM messages WHERE id = $1::uuid AND user_id = $2::uuid
        AND ($3::text IS NULL OR NOT content_overflow) AND ($4::text IS NULL OR NOT context_overflow)
        AND ($5::text IS NULL OR NOT files_overflow) AND ($6::text IS NULL OR NOT full_content_urls_overflow)`,
    [
      id,
      userId,
      keys.content ?? null,
      keys.context ?? null,
      keys.files ?? null,
      keys.fullContentUrls ?? null,
    ],
  );
  // Content only ever grows.
  if (!now || now.content.length !== moved.contentLength) return false;
  await tx.query(
    `UPDATE messages SET
       content = CASE WHEN $3::text IS NULL THEN content ELSE $7 END,
       content_overflow = content_overflow OR $3::text IS NOT NULL, content_url = coalesce($3, content_url),
       context = CASE WHEN $4::text IS NULL THEN context ELSE $8 END,
       context_overflow = context_overflow OR $4::text IS NOT NULL, context_url = coalesce($4, context_url),
       files = CASE WHEN $5::text IS NULL THEN files ELSE $9::jsonb END,
       files_overflow = files_overflow OR $5::text IS NOT NULL, files_url = coalesce($5, files_url),
       full_content_urls = CASE WHEN $6::text IS NULL THEN full_content_urls ELSE $10::jsonb END,
       full_content_urls_overflow = full_content_urls_overflow OR $6::text IS NOT NULL,
       full_content_urls_storage_url = coalesce($6, full_content_urls_storage_url)
      WHERE id = $1::uuid AND user_id = $2::uuid`,
    [
      id,
      userId,
      keys.content ?? null,
      keys.context ?? null,
      keys.files ?? null,
      keys.fullContentUrls ?? null,
      kept.content ?? '',
      kept.context ?? '',
      JSON.stringify(kept.files ?? []),
      JSON.stringify(kept.fullContentUrls ?? []),
    ],
  );
  return true;
}

/** Messages that are too large for their rows still. Of whomever: a job looks after all. */
export function findToMoveOut(sql: Sql, limit: number): Promise<{ id: string; userId: string }[]> {
  return sql.query(
    // Word for word as in the partial index.
    `SELECT m.id, m.user_id AS "userId" FROM messages m
      WHERE ((char_length(m.content) > 500000 AND NOT m.content_overflow)
          OR (char_length(m.context) > 500000 AND NOT m.context_overflow)
          OR jsonb_array_length(m.files) > 5
          OR jsonb_array_length(m.full_content_urls) > 10)
        AND NOT EXISTS (
          SELECT 1 FROM generations g WHERE g.id = m.id AND g.state IN ('queued', 'streaming')
        )
        AND EXISTS (
          SELECT 1 FROM conversations c WHERE c.id = m.conversation_id AND c.deleted_at IS NULL
        )
      ORDER BY m.id LIMIT $1::int`,
    [limit],
  );
}

const OBJECT_KEYS = `unnest(array_remove(
  ARRAY[m.content_url, m.context_url, m.files_url, m.full_content_urls_storage_url], NULL))`;

/** The objects that these messages name, of whomever: for jobs. */
export async function readObjectKeys(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ key: string }>(
    // A version of a message names the objects of the first, which stand below its id.
    `SELECT ${OBJECT_KEYS} AS key FROM messages m WHERE m.id = ANY($1::uuid[])`,
    [ids],
  );
  return rows.map(({ key }) => key);
}

/** The same of all messages of these conversations. */
export function readConversationObjectKeys(
  sql: Sql,
  conversationIds: readonly string[],
): Promise<{ conversationId: string; key: string }[]> {
  return sql.query(
    `SELECT m.conversation_id AS "conversationId", ${OBJECT_KEYS} AS key FROM messages m
      WHERE m.conversation_id = ANY($1::uuid[])`,
    [conversationIds],
  );
}
