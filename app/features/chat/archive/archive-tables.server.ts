import { sql, type Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import type { MessageFile } from '../messages/overflow';

// Reads `messages` for archives. Every query is limited to the owner. The owner is checked after messages are found by id or
// conversation: for a user that its statistics don't cover yet, PostgreSQL expects a single message and would read all of
// that user's messages each time. Queries that run for each conversation are prepared. SQL: bulk reads, lengths of texts,
// recursion, and comparisons of rows.

/** Sorts before every other id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** The number of messages in each conversation. Prisma's own count would count every user's messages. */
export async function countMessages(
  userId: UserScope,
  ids: string[],
): Promise<Map<string, number>> {
  const rows = await sql.query<{ id: string; messages: number }>(
    `SELECT given.id, counted.messages FROM unnest($1::uuid[]) AS given (id)
      CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE user_id = $2::uuid) AS messages
                            FROM messages WHERE conversation_id = given.id) counted`,
    [ids, userId],
  );
  return new Map(rows.map(({ id, messages }) => [id, messages]));
}

export interface OutlinedMessage {
  id: string;
  parentId: string | null;
  /** The size of the texts in its row. */
  bytes: number;
}

const BYTES = 'octet_length(m.content) + octet_length(m.context)';

/** A message with what determines its place. */
export interface DatedMessage extends OutlinedMessage {
  timestamp: Date;
  /** Its parent has a later date and so comes after it here. */
  isEarly: boolean;
}

/** A page of a conversation's messages without their texts, oldest first, from those after `after`. */
export function outlineAfter(
  sql: Sql,
  { userId, conversationId }: { userId: UserScope; conversationId: string },
  after: Pick<DatedMessage, 'timestamp' | 'id'> | null,
  limit: number,
): Promise<DatedMessage[]> {
  return sql.query<DatedMessage>(
    `SELECT m.id, m.parent_id, ${BYTES} AS bytes, m.timestamp,
            coalesce((p.timestamp, p.id) > (m.timestamp, m.id), false) AS is_early
       FROM (SELECT * FROM messages
              WHERE conversation_id = $1::uuid AND (timestamp, id) > ($3::timestamptz, $4::uuid)
              ORDER BY timestamp, id LIMIT $5::int) m
       LEFT JOIN LATERAL (SELECT timestamp, id FROM messages WHERE id = m.parent_id OFFSET 0) p ON true
      WHERE m.user_id = $2::uuid ORDER BY m.timestamp, m.id`,
    [conversationId, userId, after?.timestamp ?? '-infinity', after?.id ?? NO_ID, limit],
    { prepared: true },
  );
}

/** The message and its ancestors, from the message upward, at most `limit` of them. */
export function pathUp(
  sql: Sql,
  { userId, conversationId }: { userId: UserScope; conversationId: string },
  from: string,
  limit: number,
): Promise<OutlinedMessage[]> {
  return sql.query<OutlinedMessage>(
    `WITH RECURSIVE path AS (
       SELECT m.id, m.parent_id, ${BYTES} AS bytes, 1 AS depth
         FROM (SELECT * FROM messages WHERE id = $3::uuid OFFSET 0) m
        WHERE m.conversation_id = $1::uuid AND m.user_id = $2::uuid
       UNION ALL
       SELECT m.id, m.parent_id, ${BYTES}, path.depth + 1
         FROM path CROSS JOIN LATERAL (SELECT * FROM messages WHERE id = path.parent_id OFFSET 0) m
        WHERE m.conversation_id = $1::uuid AND m.user_id = $2::uuid AND path.depth < $4::int
     )
     SELECT id, parent_id, bytes FROM path ORDER BY depth`,
    [conversationId, userId, from, limit],
    { prepared: true },
  );
}

export interface MessageToArchive {
  id: string;
  parentId: string | null;
  role: 'user' | 'assistant';
  content: string;
  contentUrl: string | null;
  context: string;
  contextUrl: string | null;
  files: MessageFile[];
  filesUrl: string | null;
  model: string | null;
  timestamp: Date;
  /** Empty for nothing. */
  thought: string;
  /** For an answer that wasn't based on all messages before it: the first of those that it was. */
  contextFrom: string | null;
  leftOut: number;
  hasCalls: boolean;
  hasImages: boolean;
}

/** In the order of `ids`. An answer that is still streaming has the text stored so far. */
export function messagesOf(
  sql: Sql,
  userId: UserScope,
  ids: readonly string[],
): Promise<MessageToArchive[]> {
  return sql.query<MessageToArchive>(
    `SELECT m.id, m.parent_id, m.role, m.content, m.content_url, m.context,
            m.context_url, m.files, m.files_url, m.model, m.timestamp, coalesce(g.thought, '') AS thought,
            g.context_from, coalesce(g.left_out, 0) AS left_out,
            EXISTS (SELECT FROM tool_calls WHERE message_id = m.id OFFSET 0) AS has_calls,
            EXISTS (SELECT FROM message_images WHERE message_id = m.id OFFSET 0) AS has_images
       FROM unnest($2::uuid[]) WITH ORDINALITY AS given (id, place)
      CROSS JOIN LATERAL (SELECT * FROM messages WHERE id = given.id OFFSET 0) m
       LEFT JOIN generations g ON g.id = m.id AND g.user_id = $1::uuid
      WHERE m.user_id = $1::uuid ORDER BY given.place`,
    [userId, ids],
    { prepared: true },
  );
}

/** The approximate size of all of a user's conversations. */
export async function bytesOfMessages(sql: Sql, userId: UserScope): Promise<number> {
  const [row] = await sql.query<{ bytes: number }>(
    `SELECT coalesce(sum(octet_length(m.content) + octet_length(m.context) + 400), 0)::bigint AS bytes
       FROM conversations c JOIN messages m ON m.conversation_id = c.id
      WHERE c.user_id = $1::uuid AND m.user_id = $1::uuid AND c.deleted_at IS NULL`,
    [userId],
  );
  return row!.bytes;
}
