import type { Sql } from '~/lib/db/index.server';

import type { MessageNode } from './message-tree';
import type { MessageFields, MessageFile, OverflowField } from './overflow';

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
  /** What came with the question; absent: nothing. */
  attached?: Pick<MessageFields, 'context' | 'files' | 'fullContentUrls'>;
}

/** A question, and the still empty row of its answer a millisecond later, so that they sort as they belong. */
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
  );
}

/** Another version of a message has what came with the first. Objects of the two are the same ones. */
export async function inheritAttached(
  tx: Sql,
  userId: string,
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
  /** Only the beginning where `contentUrl` names an object that has the whole. */
  content: string;
  contentUrl: string | null;
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

export interface BranchRow extends MessageRow {
  context: string;
  contextUrl: string | null;
  files: MessageFile[];
  filesUrl: string | null;
}

/** All messages of a branch in order, as their rows have them. */
export function readBranch(
  sql: Sql,
  userId: string,
  conversationId: string,
  leafId: string | null,
): Promise<BranchRow[]> {
  return sql.query<BranchRow>(
    `${pathFrom('$3::uuid')}
     SELECT m.id, m.role, m.content, m.content_url AS "contentUrl", m.context, m.context_url AS "contextUrl",
            m.files, m.files_url AS "filesUrl"
       FROM path JOIN messages m USING (id) ORDER BY path.depth DESC`,
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

/** Puts text behind what the message has. Returns how many bytes that is now. */
export async function appendToMessage(
  tx: Sql,
  userId: string,
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
  );
  return row?.bytes ?? 0;
}

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

export async function readMessage(sql: Sql, userId: string, id: string): Promise<string | null> {
  const [row] = await sql.query<{ content: string }>(
    `SELECT content FROM messages WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
  return row ? row.content : null;
}

export interface StoredMessage extends Omit<MessageRow, 'contentUrl'>, MessageNode {
  /** `content` is only the beginning. */
  contentOverflow: boolean;
  files: MessageFile[];
  /** `files` are only the first ones. */
  filesOverflow: boolean;
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
     SELECT m.id, m.parent_id AS "parentId", m.role, m.content, m.content_overflow AS "contentOverflow", m.files,
            m.files_overflow AS "filesOverflow", m.timestamp, g.state, g.error_reason AS reason,
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
    `SELECT id, parent_id AS "parentId", conversation_id AS "conversationId", role, content,
            content_url AS "contentUrl"
       FROM messages WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
  return row ?? null;
}

/** The part of a branch that had been said at a moment. */
export interface BranchUpTo {
  leafId: string | null;
  at: Date;
}

export interface SaidMessage extends MessageRow {
  contextUrl: string | null;
  files: MessageFile[];
  filesUrl: string | null;
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
): Promise<SaidMessage[]> {
  const shown = `SELECT m.id, m.role, m.content, m.content_url AS "contentUrl", m.context_url AS "contextUrl",
      m.files, m.files_url AS "filesUrl"
    FROM path JOIN messages m USING (id) WHERE m.content <> ''`;
  if (upTo === null) {
    return sql.query<SaidMessage>(`${pathFrom(ACTIVE_LEAF)} ${shown} ORDER BY path.depth DESC`, [
      conversationId,
      userId,
    ]);
  }
  return sql.query<SaidMessage>(
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
export async function readStored(
  sql: Sql,
  userId: string,
  id: string,
): Promise<{
  content: string;
  contentUrl: string | null;
  files: MessageFile[];
  filesUrl: string | null;
} | null> {
  const [row] = await sql.query<{
    content: string;
    contentUrl: string | null;
    files: MessageFile[];
    filesUrl: string | null;
  }>(
    `SELECT m.content, m.content_url AS "contentUrl", m.files, m.files_url AS "filesUrl" FROM messages m
       JOIN conversations c ON c.id = m.conversation_id AND c.deleted_at IS NULL
      WHERE m.id = $1::uuid AND m.user_id = $2::uuid`,
    [id, userId],
  );
  return row ?? null;
}

export interface MessageCopy {
  from: { userId: string; ids: string[] };
  /** `ids` are the copies', in the order of the originals'; so are what each copy has of its own. */
  to: { userId: string; conversationId: string; ids: string[]; own: CopyOwn[] };
}

export interface CopyOwn {
  contentUrl: string | null;
  contextUrl: string | null;
  files: MessageFile[];
}

/** The copies keep their times; each follows the one before it. */
export async function copyMessages(tx: Sql, { from, to }: MessageCopy): Promise<void> {
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
