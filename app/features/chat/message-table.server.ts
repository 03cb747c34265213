import type { Sql } from '~/lib/db/index.server';

import type { MessageNode } from './message-tree';

// Owns `messages`. The owner is part of every condition.

export interface NewMessages {
  userId: string;
  conversationId: string;
  questionId: string;
  /** What the question follows; null at the conversation's beginning. */
  parentId: string | null;
  content: string;
  clientKey: string;
  answerId: string;
  model: string;
}

/** A question, and the still empty row of its answer a millisecond later, so that they sort as they belong. */
export async function insertQuestionAndAnswer(tx: Sql, messages: NewMessages): Promise<void> {
  await tx.query(
    `INSERT INTO messages (id, user_id, conversation_id, parent_id, role, content, client_key, model, timestamp)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $8::uuid, 'user', $4, $5::uuid, NULL, clock_timestamp()),
            ($6::uuid, $2::uuid, $3::uuid, $1::uuid, 'assistant', '', NULL, $7,
             clock_timestamp() + interval '1 millisecond')`,
    [
      messages.questionId,
      messages.userId,
      messages.conversationId,
      messages.content,
      messages.clientKey,
      messages.answerId,
      messages.model,
      messages.parentId,
    ],
  );
}

/** The still empty row of one more answer to a question. */
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

export interface MessageRow {
  id: string;
  role: 'user' | 'assistant';
  content: string;
}

/**
 * What the message at hand in a recursion follows. The fence (OFFSET 0) has it looked up by its key: of a user whom the
 * statistics don't know yet the planner expects a single message, and would read all of them for each step.
 */
const parentIn = (recursion: string) =>
  `LATERAL (SELECT id, parent_id, user_id FROM messages WHERE id = ${recursion}.parent_id OFFSET 0)`;

/** Needs $1: the conversation, $2: its owner. From a leaf up to the beginning, so the depth counts backwards. */
function pathFrom(leaf: string): string {
  return `WITH RECURSIVE path AS (
      SELECT id, parent_id, 0 AS depth FROM messages
       WHERE id = ${leaf} AND conversation_id = $1::uuid AND user_id = $2::uuid
      UNION ALL
      SELECT m.id, m.parent_id, path.depth + 1 FROM path CROSS JOIN ${parentIn('path')} m WHERE m.user_id = $2::uuid
    )`;
}

/** The branch that the conversation shows. */
const ACTIVE_LEAF = `(SELECT active_leaf_id FROM conversations WHERE id = $1::uuid AND user_id = $2::uuid)`;

/** What the model is to read: all messages of a branch in order. */
export function readHistory(
  sql: Sql,
  userId: string,
  conversationId: string,
  leafId: string | null,
): Promise<MessageRow[]> {
  return sql.query<MessageRow>(
    `${pathFrom('$3::uuid')}
     SELECT m.id, m.role, m.content FROM path JOIN messages m USING (id) ORDER BY path.depth DESC`,
    [conversationId, userId, leafId],
  );
}

/** All messages of a conversation, oldest first, without their texts. */
export function readTree(sql: Sql, userId: string, conversationId: string): Promise<MessageNode[]> {
  return sql.query<MessageNode>(
    `SELECT id, parent_id AS "parentId" FROM messages
      WHERE conversation_id = $1::uuid AND user_id = $2::uuid ORDER BY timestamp, id`,
    [conversationId, userId],
  );
}

/** The message or answer that a request with this key has already made, as question and answer. */
export async function findSent(
  sql: Sql,
  userId: string,
  clientKey: string,
): Promise<{ conversationId: string; questionId: string; answerId: string } | null> {
  const [row] = await sql.query<{ conversationId: string; questionId: string; answerId: string }>(
    `SELECT m.conversation_id AS "conversationId",
            CASE m.role WHEN 'user' THEN m.id ELSE m.parent_id END AS "questionId",
            CASE m.role WHEN 'user' THEN (
              SELECT a.id FROM messages a WHERE a.parent_id = m.id ORDER BY a.timestamp, a.id LIMIT 1
            ) ELSE m.id END AS "answerId"
       FROM messages m WHERE m.user_id = $1::uuid AND m.client_key = $2::uuid`,
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

export interface StoredMessage extends MessageRow, MessageNode {
  timestamp: Date;
  state: string | null;
  reason: string | null;
  /** Of an answer: what it has used, and the model that wrote it last. */
  usedTokens: number | null;
  model: string | null;
  /** All messages with the same parent, oldest first; empty where it is the only one. */
  versions: string[];
}

/** A part of the branch that is shown, from its end or from before a message upwards. */
export interface BranchPart {
  /** Its messages are left out, and what follows it; null: up to the branch's end. */
  before: string | null;
  /** Goes up to this message where it is in the branch. */
  until: string | null;
  /** The most messages. */
  limit: number;
}

/** Messages of the branch that is shown, in order, each answer with how it stands. */
export function readMessages(
  sql: Sql,
  userId: string,
  conversationId: string,
  { before, until, limit }: BranchPart,
): Promise<StoredMessage[]> {
  return sql.query<StoredMessage>(
    `WITH RECURSIVE path AS (
       SELECT id, parent_id, 0 AS depth FROM messages
        WHERE conversation_id = $1::uuid AND user_id = $2::uuid AND id = CASE WHEN $3::uuid IS NULL THEN ${ACTIVE_LEAF}
          ELSE (SELECT parent_id FROM messages WHERE id = $3::uuid AND conversation_id = $1::uuid AND user_id = $2::uuid) END
       UNION ALL
       SELECT m.id, m.parent_id, path.depth + 1 FROM path CROSS JOIN ${parentIn('path')} m
        WHERE m.user_id = $2::uuid AND path.depth + 1 < $5::int AND path.id IS DISTINCT FROM $4::uuid
     ), places AS (
       SELECT coalesce(parent_id, conversation_id) AS place, array_agg(id ORDER BY timestamp, id) AS versions
         FROM messages WHERE conversation_id = $1::uuid AND user_id = $2::uuid
        GROUP BY 1 HAVING count(*) > 1
     )
     SELECT m.id, m.parent_id AS "parentId", m.role, m.content, m.timestamp, g.state, g.error_reason AS reason,
            g.used_tokens AS "usedTokens", g.model,
            coalesce(places.versions, '{}'::uuid[]) AS versions
       FROM path JOIN messages m USING (id)
       LEFT JOIN generations g ON g.id = m.id AND m.role = 'assistant'
       LEFT JOIN places ON places.place = coalesce(m.parent_id, m.conversation_id)
      ORDER BY path.depth DESC`,
    [conversationId, userId, before, until, limit],
  );
}

/** A message, whoever wrote it, and what it follows. */
export async function findMessage(
  sql: Sql,
  userId: string,
  id: string,
): Promise<(MessageRow & MessageNode & { conversationId: string }) | null> {
  const [row] = await sql.query<MessageRow & MessageNode & { conversationId: string }>(
    `SELECT id, parent_id AS "parentId", conversation_id AS "conversationId", role, content FROM messages
      WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
  return row ?? null;
}

/** The part of a branch that had been said at a moment. */
export interface BranchUpTo {
  leafId: string | null;
  at: Date;
}

/**
 * What was said in the branch that is shown, or in another up to a moment, in order; answers without a word are left
 * out.
 */
export function readMessagesUpTo(
  sql: Sql,
  userId: string,
  conversationId: string,
  upTo: BranchUpTo | null,
): Promise<MessageRow[]> {
  const shown = `SELECT m.id, m.role, m.content FROM path JOIN messages m USING (id) WHERE m.content <> ''`;
  if (upTo === null) {
    return sql.query<MessageRow>(`${pathFrom(ACTIVE_LEAF)} ${shown} ORDER BY path.depth DESC`, [
      conversationId,
      userId,
    ]);
  }
  return sql.query<MessageRow>(
    `${pathFrom('$3::uuid')} ${shown} AND m.timestamp <= $4::timestamptz ORDER BY path.depth DESC`,
    [conversationId, userId, upTo.leafId, upTo.at],
  );
}

/** How many messages of the branch that is shown now are not in that part of a branch. */
export async function countMessagesBeyond(
  sql: Sql,
  userId: string,
  conversationId: string,
  { leafId, at }: BranchUpTo,
): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `${pathFrom(ACTIVE_LEAF)}, known AS (
       SELECT id, parent_id FROM messages
        WHERE id = $3::uuid AND conversation_id = $1::uuid AND user_id = $2::uuid
       UNION ALL
       SELECT m.id, m.parent_id FROM known CROSS JOIN ${parentIn('known')} m WHERE m.user_id = $2::uuid
     )
     SELECT count(*) AS count FROM path JOIN messages m USING (id) LEFT JOIN known USING (id)
      WHERE known.id IS NULL OR m.timestamp > $4::timestamptz`,
    [conversationId, userId, leafId, at],
  );
  return Number(row?.count ?? 0);
}

/** A message of a conversation that is there. */
export async function readMessageOf(sql: Sql, userId: string, id: string): Promise<string | null> {
  const [row] = await sql.query<{ content: string }>(
    `SELECT m.content FROM messages m
       JOIN conversations c ON c.id = m.conversation_id AND c.deleted_at IS NULL
      WHERE m.id = $1::uuid AND m.user_id = $2::uuid`,
    [id, userId],
  );
  return row ? row.content : null;
}

export interface MessageCopy {
  from: { userId: string; ids: string[] };
  /** `ids` are the copies', in the order of the originals'. */
  to: { userId: string; conversationId: string; ids: string[] };
}

/** The copies keep their times; each follows the one before it. */
export async function copyMessages(tx: Sql, { from, to }: MessageCopy): Promise<void> {
  await tx.query(
    `INSERT INTO messages (id, user_id, conversation_id, parent_id, role, content, model, timestamp)
     SELECT pair.copy, $1::uuid, $2::uuid, pair.parent, m.role, m.content, m.model, m.timestamp
       FROM (
         SELECT original, copy, lag(copy) OVER (ORDER BY place) AS parent
           FROM unnest($3::uuid[], $4::uuid[]) WITH ORDINALITY AS given (original, copy, place)
       ) pair JOIN messages m ON m.id = pair.original AND m.user_id = $5::uuid`,
    [to.userId, to.conversationId, from.ids, to.ids, from.userId],
  );
}
