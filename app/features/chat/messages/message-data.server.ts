import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Message } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { MessageNode } from './message-tree';
import type { MessageFields, MessageFile } from './overflow';

// Owns `messages`. Every query is limited to the owner. SQL: what runs in the pipelined transactions that send, continue, and
// end answers (hot paths); appending to a text; and the bulk insert of a duplicate.

export interface NewMessages {
  userId: UserScope;
  conversationId: string;
  questionId: string;
  /** The message before the question; null at the beginning of the conversation. */
  parentId: string | null;
  content: string;
  clientKey: string;
  answerId: string;
  model: string;
  /** What is attached to the question; absent: nothing. */
  attached?: Pick<MessageFields, 'context' | 'files' | 'fullContentUrls'>;
}

/** Adds a question and the empty row of its answer, which is a millisecond later so that they sort in order. */
export async function insertQuestionAndAnswer(tx: Sql, messages: NewMessages): Promise<void> {
  await tx.query(
    `INSERT INTO messages (id, user_id, conversation_id, parent_id, role, content, client_key, model, timestamp,
            context, files, full_content_urls)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $8::uuid, 'user', $4, $5::uuid, NULL, clock_timestamp(),
             $9, $10::jsonb, $11::jsonb),
            ($6::uuid, $2::uuid, $3::uuid, $1::uuid, 'assistant', '', NULL, $7,
             clock_timestamp() + interval '1 millisecond', '', '[]', '[]')`,
    [
      messages.questionId,
      messages.userId,
      messages.conversationId,
      messages.content,
      messages.clientKey,
      messages.answerId,
      messages.model,
      messages.parentId,
      messages.attached?.context ?? '',
      JSON.stringify(messages.attached?.files ?? []),
      JSON.stringify(messages.attached?.fullContentUrls ?? []),
    ],
    { prepared: true },
  );
}

/** Gives another version of a message the attached files of the first. Both share the same objects. */
export async function inheritAttached(
  tx: Sql,
  userId: UserScope,
  fromId: string,
  toId: string,
): Promise<void> {
  await tx.query(
    `UPDATE messages m
        SET context = o.context, context_overflow = o.context_overflow, context_url = o.context_url,
            files = o.files, files_overflow = o.files_overflow, files_url = o.files_url,
            full_content_urls = o.full_content_urls, full_content_urls_overflow = o.full_content_urls_overflow,
            full_content_urls_storage_url = o.full_content_urls_storage_url
       FROM messages o
      WHERE o.id = $2::uuid AND o.user_id = $1::uuid AND m.id = $3::uuid AND m.user_id = $1::uuid
        AND (o.context <> '' OR o.files <> '[]'::jsonb)`,
    [userId, fromId, toId],
  );
}

/** Adds the empty row of another answer to a question. */
export async function insertAnotherAnswer(
  tx: Sql,
  answer: Omit<NewMessages, 'content' | 'parentId'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO messages (id, user_id, conversation_id, parent_id, role, content, client_key, model, timestamp)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4::uuid, 'assistant', '', $5::uuid, $6, clock_timestamp())`,
    [
      answer.answerId,
      answer.userId,
      answer.conversationId,
      answer.questionId,
      answer.clientKey,
      answer.model,
    ],
  );
}

/** `content` is only the beginning where `contentUrl` names an object that has the whole. */
export type MessageRow = Pick<Message, 'id' | 'role' | 'content' | 'contentUrl'>;

/** All messages of a conversation, oldest first, without their texts. */
export function readTree(
  sql: Sql,
  userId: UserScope,
  conversationId: string,
): Promise<MessageNode[]> {
  return sql.query<MessageNode>(
    `SELECT id, parent_id FROM messages
      WHERE conversation_id = $1::uuid AND user_id = $2::uuid ORDER BY timestamp, id`,
    [conversationId, userId],
  );
}

/** The question and answer that an earlier request with this key has added. */
export async function findSent(
  sql: Sql,
  userId: UserScope,
  clientKey: string,
): Promise<{ conversationId: string; questionId: string; answerId: string } | null> {
  const [row] = await sql.query<{ conversationId: string; questionId: string; answerId: string }>(
    `SELECT m.conversation_id,
            CASE m.role WHEN 'user' THEN m.id ELSE m.parent_id END AS question_id,
            CASE m.role WHEN 'user' THEN (
              SELECT a.id FROM messages a WHERE a.parent_id = m.id ORDER BY a.timestamp, a.id LIMIT 1
            ) ELSE m.id END AS answer_id
       FROM messages m WHERE m.user_id = $1::uuid AND m.client_key = $2::uuid`,
    [userId, clientKey],
  );
  return row ?? null;
}

/** Appends text to a message. Returns its new length in bytes. */
export async function appendToMessage(
  tx: Sql,
  userId: UserScope,
  id: string,
  text: string,
): Promise<number> {
  const [row] = await tx.query<{ bytes: number }>(
    text === ''
      ? `SELECT octet_length(content) AS bytes FROM messages
          WHERE id = $1::uuid AND user_id = $2::uuid AND $3::text IS NOT NULL`
      : `UPDATE messages SET content = content || $3 WHERE id = $1::uuid AND user_id = $2::uuid
          RETURNING octet_length(content) AS bytes`,
    [id, userId, text],
    { prepared: true },
  );
  return row?.bytes ?? 0;
}

/** An answer, and the beginning of what was asked. */
export interface AskedAnswer {
  id: string;
  timestamp: Date;
  question: string;
}

/**
 * The newest answers of a conversation that passages of documents were sent for, or those before one. SQL: of a question, which
 * may be long, only the beginning; and another feature's table.
 */
export function readAnswersWithPassages(
  sql: Sql,
  userId: UserScope,
  conversationId: string,
  before: string | null,
  limit: number,
): Promise<AskedAnswer[]> {
  return sql.query<AskedAnswer>(
    `SELECT a.id, a.timestamp, coalesce(left(q.content, 300), '') AS question
       FROM messages a LEFT JOIN messages q ON q.id = a.parent_id AND q.user_id = $1::uuid
      WHERE a.conversation_id = $2::uuid AND a.user_id = $1::uuid AND a.role = 'assistant'
        AND EXISTS (SELECT 1 FROM sent_passages s WHERE s.text_id = a.id AND s.user_id = $1::uuid)
        AND ($3::uuid IS NULL OR (a.timestamp, a.id) < (
          SELECT b.timestamp, b.id FROM messages b WHERE b.id = $3::uuid AND b.user_id = $1::uuid))
      ORDER BY a.timestamp DESC, a.id DESC LIMIT $4`,
    [userId, conversationId, before, limit],
  );
}

/** Whether a message has a reply. */
export async function isRepliedTo(tx: Sql, userId: UserScope, id: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM messages WHERE parent_id = $1::uuid AND user_id = $2::uuid LIMIT 1`,
    [id, userId],
  );
  return rows.length > 0;
}

/** A message by its id alone, with its parent. */
export async function findMessage(
  sql: Sql,
  userId: UserScope,
  id: string,
): Promise<(MessageRow & Pick<Message, 'parentId' | 'conversationId'>) | null> {
  const [row] = await sql.query<MessageRow & Pick<Message, 'parentId' | 'conversationId'>>(
    `SELECT id, parent_id, conversation_id, role, content,
            content_url
       FROM messages WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
  return row ?? null;
}

/** The brand that grounds the conversation of an answer; null for none. */
export async function answerProfile(
  db: Pick<PrismaTx, 'message'>,
  userId: UserScope,
  id: string,
): Promise<string | null> {
  const message = await db.message.findFirst({
    where: { id, userId, conversation: { deletedAt: null } },
    select: { conversation: { select: { profileId: true } } },
  });
  return message?.conversation.profileId ?? null;
}

/** The texts and files of a message, if its conversation isn't deleted. */
export async function readStored(userId: UserScope, id: string) {
  const stored = await prisma.message.findFirst({
    where: { id, userId, conversation: { deletedAt: null } },
    select: { content: true, contentUrl: true, files: true, filesUrl: true },
  });
  return stored && { ...stored, files: filesOf(stored) };
}

/** The column is JSON that only this feature writes. */
export function filesOf({ files }: Pick<Message, 'files'>): MessageFile[] {
  return files as Pick<MessageFile, keyof MessageFile>[];
}

export interface MessageDuplicate {
  from: { userId: UserScope; ids: string[] };
  /** `ids` are those of the duplicates, in the order of the originals; so is `own`, the fields that they don't share. */
  to: { userId: UserScope; conversationId: string; ids: string[]; own: DuplicateFields[] };
}

/** The fields of a duplicate that its original doesn't share with it. */
export interface DuplicateFields {
  contentUrl: string | null;
  contextUrl: string | null;
  files: MessageFile[];
}

/** Duplicates keep their times; each follows the one before it. */
export async function duplicateMessageTexts(
  tx: Sql,
  { from, to }: MessageDuplicate,
): Promise<void> {
  await tx.query(
    `INSERT INTO messages (id, user_id, conversation_id, parent_id, role, content, model, timestamp, context, files,
            content_overflow, content_url, context_overflow, context_url)
     SELECT pair.copy, $1::uuid, $2::uuid, pair.parent, m.role, m.content, m.model, m.timestamp, m.context,
            coalesce(pair.own->'files', '[]'::jsonb),
            pair.own->>'contentUrl' IS NOT NULL, pair.own->>'contentUrl',
            pair.own->>'contextUrl' IS NOT NULL, pair.own->>'contextUrl'
       FROM (
         SELECT original, copy, own, lag(copy) OVER (ORDER BY place) AS parent
           FROM unnest($3::uuid[], $4::uuid[], $6::jsonb[]) WITH ORDINALITY AS given (original, copy, own, place)
       ) pair JOIN messages m ON m.id = pair.original AND m.user_id = $5::uuid`,
    [
      to.userId,
      to.conversationId,
      from.ids,
      to.ids,
      from.userId,
      to.own.map((own) => JSON.stringify(own)),
    ],
  );
}
