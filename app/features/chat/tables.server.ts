import { prisma, type Sql } from '~/lib/db/index.server';

import type { ConversationItem } from './conversation';
import { UNTITLED } from './titles';

/** Owns `conversations` and `messages`. The owner is part of every condition. */

interface ItemRow {
  id: string;
  title: string;
  lastMessage: string;
  lastUpdated: Date;
  originalCreationDate: Date | null;
  isPublic: boolean;
}

const ITEM = `c.id, c.title, c.last_message AS "lastMessage", c.last_updated AS "lastUpdated",
  c.original_creation_date AS "originalCreationDate", c.is_public AS "isPublic"`;

function toItem(row: ItemRow): ConversationItem {
  return {
    id: row.id,
    title: row.title,
    lastMessage: row.lastMessage,
    lastUpdated: row.lastUpdated.getTime(),
    originalCreationDate: row.originalCreationDate?.getTime() ?? null,
    isPublic: row.isPublic,
  };
}

export interface ListPosition {
  lastUpdated: number;
  id: string;
}

/** Newest first, from `after` on; conversations without a message are not there (design §1). */
export async function listConversations(
  sql: Sql,
  userId: string,
  after: ListPosition | null,
  limit: number,
): Promise<ConversationItem[]> {
  const rows = after
    ? await sql.query<ItemRow>(
        `SELECT ${ITEM} FROM conversations c
          WHERE c.user_id = $1::uuid AND c.last_message <> ''
            AND (c.last_updated, c.id) < ($2::timestamptz, $3::uuid)
          ORDER BY c.last_updated DESC, c.id DESC LIMIT $4::int`,
        [userId, new Date(after.lastUpdated), after.id, limit],
      )
    : await sql.query<ItemRow>(
        `SELECT ${ITEM} FROM conversations c
          WHERE c.user_id = $1::uuid AND c.last_message <> ''
          ORDER BY c.last_updated DESC, c.id DESC LIMIT $2::int`,
        [userId, limit],
      );
  return rows.map(toItem);
}

export async function insertConversation(sql: Sql, userId: string, id: string): Promise<void> {
  await sql.query(
    `INSERT INTO conversations (id, user_id, title) VALUES ($1::uuid, $2::uuid, $3)`,
    [id, userId, UNTITLED],
  );
}

/** Locks it, as every change of a conversation does first. False when it is not there or not this user's. */
export async function lockConversation(tx: Sql, userId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM conversations WHERE id = $1::uuid AND user_id = $2::uuid FOR UPDATE`,
    [id, userId],
  );
  return rows.length > 0;
}

/** A conversation without bodies; null when it is not there or not this user's. */
export function findConversation(userId: string, id: string) {
  return prisma.conversation.findFirst({
    where: { id, userId },
    select: { id: true, title: true, lastMessage: true },
  });
}

/** Its newest message becomes the one the list shows; this also puts it on top. */
export async function touchConversation(
  tx: Sql,
  userId: string,
  id: string,
  lastMessage: string | null,
): Promise<ConversationItem | null> {
  const [row] = await tx.query<ItemRow>(
    `UPDATE conversations c
        SET last_message = COALESCE($3, c.last_message), last_updated = date_trunc('milliseconds', clock_timestamp())
      WHERE c.id = $1::uuid AND c.user_id = $2::uuid RETURNING ${ITEM}`,
    [id, userId, lastMessage],
  );
  return row ? toItem(row) : null;
}

/** Gives an untitled conversation its title; null when somebody named it meanwhile, or removed it. */
export async function titleConversation(
  tx: Sql,
  userId: string,
  id: string,
  title: string,
): Promise<ConversationItem | null> {
  const [row] = await tx.query<ItemRow>(
    `UPDATE conversations c SET title = $3
      WHERE c.id = $1::uuid AND c.user_id = $2::uuid AND c.title = $4 RETURNING ${ITEM}`,
    [id, userId, title, UNTITLED],
  );
  return row ? toItem(row) : null;
}

export interface NewMessages {
  userId: string;
  conversationId: string;
  questionId: string;
  content: string;
  clientKey: string;
  answerId: string;
  model: string;
}

/** A question, and the still empty row of its answer a millisecond later, so that they sort as they belong. */
export async function insertQuestionAndAnswer(tx: Sql, messages: NewMessages): Promise<void> {
  await tx.query(
    `INSERT INTO messages (id, user_id, conversation_id, role, content, client_key, model, timestamp)
     VALUES ($1::uuid, $2::uuid, $3::uuid, 'user', $4, $5::uuid, NULL, clock_timestamp()),
            ($6::uuid, $2::uuid, $3::uuid, 'assistant', '', NULL, $7, clock_timestamp() + interval '1 millisecond')`,
    [
      messages.questionId,
      messages.userId,
      messages.conversationId,
      messages.content,
      messages.clientKey,
      messages.answerId,
      messages.model,
    ],
  );
}

export interface MessageRow {
  id: string;
  role: 'user' | 'assistant';
  content: string;
}

/** What the model is to read: all messages in order. */
export function readHistory(
  sql: Sql,
  userId: string,
  conversationId: string,
): Promise<MessageRow[]> {
  return sql.query<MessageRow>(
    `SELECT id, role, content FROM messages
      WHERE conversation_id = $1::uuid AND user_id = $2::uuid ORDER BY timestamp, id`,
    [conversationId, userId],
  );
}

/** The message that a request with this key has already sent, and the answer after it. */
export async function findSent(
  sql: Sql,
  userId: string,
  clientKey: string,
): Promise<{ conversationId: string; questionId: string; answerId: string } | null> {
  const [row] = await sql.query<{ conversationId: string; questionId: string; answerId: string }>(
    `SELECT q.conversation_id AS "conversationId", q.id AS "questionId", a.id AS "answerId"
       FROM messages q JOIN LATERAL (
         SELECT id FROM messages
          WHERE conversation_id = q.conversation_id AND role = 'assistant'
            AND (timestamp, id) > (q.timestamp, q.id)
          ORDER BY timestamp, id LIMIT 1
       ) a ON true
      WHERE q.user_id = $1::uuid AND q.client_key = $2::uuid`,
    [userId, clientKey],
  );
  return row ?? null;
}

/** Puts text behind what the message has. */
export async function appendToMessage(
  tx: Sql,
  userId: string,
  id: string,
  text: string,
): Promise<void> {
  await tx.query(
    `UPDATE messages SET content = content || $3 WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId, text],
  );
}

export async function readMessage(sql: Sql, userId: string, id: string): Promise<string | null> {
  const [row] = await sql.query<{ content: string }>(
    `SELECT content FROM messages WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
  return row ? row.content : null;
}

export interface StoredMessage extends MessageRow {
  timestamp: Date;
  state: string | null;
  reason: string | null;
}

/** The messages of a conversation in order, each answer with how it stands. */
export function readMessages(
  sql: Sql,
  userId: string,
  conversationId: string,
): Promise<StoredMessage[]> {
  return sql.query<StoredMessage>(
    `SELECT m.id, m.role, m.content, m.timestamp, g.state, g.error_reason AS reason
       FROM messages m LEFT JOIN generations g ON g.id = m.id AND m.role = 'assistant'
      WHERE m.conversation_id = $1::uuid AND m.user_id = $2::uuid ORDER BY m.timestamp, m.id`,
    [conversationId, userId],
  );
}

/** The model that wrote, or was to write, an answer, and where it stands. */
export async function findAnswer(
  sql: Sql,
  userId: string,
  id: string,
): Promise<{ conversationId: string; content: string } | null> {
  const [row] = await sql.query<{ conversationId: string; content: string }>(
    `SELECT conversation_id AS "conversationId", content FROM messages
      WHERE id = $1::uuid AND user_id = $2::uuid AND role = 'assistant'`,
    [id, userId],
  );
  return row ?? null;
}

/** Conversations that never got a message. */
export async function deleteEmptyConversations(sql: Sql, olderThan: Date): Promise<number> {
  const rows = await sql.query(
    `DELETE FROM conversations WHERE last_message = '' AND created_at < $1::timestamptz RETURNING id`,
    [olderThan],
  );
  return rows.length;
}

/** Conversations whose title was never made because their process died: with the text it is to be made from. */
export function findUntitled(
  sql: Sql,
  updatedBefore: Date,
  limit: number,
): Promise<{ id: string; userId: string; content: string }[]> {
  return sql.query(
    `SELECT c.id, c.user_id AS "userId", m.content
       FROM conversations c JOIN LATERAL (
         SELECT left(content, 1000) AS content FROM messages
          WHERE conversation_id = c.id AND role = 'user' ORDER BY timestamp, id LIMIT 1
       ) m ON true
      WHERE c.title = $1 AND c.last_message <> '' AND c.last_updated < $2::timestamptz
      ORDER BY c.last_updated LIMIT $3::int`,
    [UNTITLED, updatedBefore, limit],
  );
}
