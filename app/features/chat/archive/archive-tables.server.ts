import { prisma, type Sql } from '~/lib/db/index.server';

import type { MessageFile } from '../overflow';

// Reads `conversations` and `messages` for archives. The owner is part of every condition, and a deleted conversation,
// or one without a message, is there for nobody.

const THERE = `deleted_at IS NULL AND last_message <> ''`;

/** All of a user's, oldest first. */
export async function conversationIds(sql: Sql, userId: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM conversations WHERE user_id = $1::uuid AND ${THERE} ORDER BY id`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

/** By their ids, as far as they are still there. */
export async function conversationsOf(userId: string, ids: string[]) {
  const rows = await prisma.conversation.findMany({
    where: { userId, id: { in: ids }, deletedAt: null },
    orderBy: { id: 'asc' },
    include: { _count: { select: { messages: true } } },
  });
  return rows.map(({ _count, ...row }) => ({ ...row, messageCount: _count.messages }));
}

export interface OutlinedMessage {
  id: string;
  parentId: string | null;
  /** Of its texts, as far as its row has them. */
  bytes: number;
}

/** All messages of a conversation, oldest first, without their texts. */
export function outlineOf(
  sql: Sql,
  userId: string,
  conversationId: string,
): Promise<OutlinedMessage[]> {
  return sql.query<OutlinedMessage>(
    `SELECT id, parent_id AS "parentId", octet_length(content) + octet_length(context) AS bytes FROM messages
      WHERE conversation_id = $1::uuid AND user_id = $2::uuid ORDER BY timestamp, id`,
    [conversationId, userId],
  );
}

export interface KeptMessage {
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
}

/** In the order of `ids`. What is being written meanwhile is there as far as it was kept. */
export function messagesOf(
  sql: Sql,
  userId: string,
  ids: readonly string[],
): Promise<KeptMessage[]> {
  return sql.query<KeptMessage>(
    `SELECT m.id, m.parent_id AS "parentId", m.role, m.content, m.content_url AS "contentUrl", m.context,
            m.context_url AS "contextUrl", m.files, m.files_url AS "filesUrl", m.model, m.timestamp
       FROM unnest($2::uuid[]) WITH ORDINALITY AS given (id, place)
       JOIN messages m ON m.id = given.id AND m.user_id = $1::uuid ORDER BY given.place`,
    [userId, ids],
  );
}

/** About how many bytes all that a user's conversations say comes to. */
export async function bytesOfMessages(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ bytes: number }>(
    `SELECT coalesce(sum(octet_length(m.content) + octet_length(m.context) + 400), 0)::bigint AS bytes
       FROM conversations c JOIN messages m ON m.conversation_id = c.id
      WHERE c.user_id = $1::uuid AND m.user_id = $1::uuid AND c.deleted_at IS NULL`,
    [userId],
  );
  return row!.bytes;
}
