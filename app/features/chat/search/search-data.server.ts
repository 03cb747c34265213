import type { Sql, SqlValue } from '~/lib/db/index.server';
import type { Conversation, Message, MessageSearch as MessageSearchRow } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

// Owns `message_search` and `conversations.searched_until`: the words of messages, apart from the messages so that writing
// those costs nothing more (decision 0018). Queries are limited to the owner, except those of jobs. SQL: full-text search,
// lengths and beginnings of texts, bulk writes, and indexes of expressions.

/** A conversation with messages whose words aren't indexed yet. */
export type PendingConversation = Pick<Conversation, 'id' | 'lastUpdated'>;

// Word for word as in the partial index. Every addition to a conversation changes last_updated, and a new one has no
// searched_until, so no code has to remember the index.
const PENDING = `c.searched_until IS DISTINCT FROM c.last_updated AND c.last_message <> '' AND c.deleted_at IS NULL`;

/** Conversations to index, of one user (the latest first) or of anyone. */
export function findPending(
  sql: Sql,
  userId: UserScope | null,
  limit: number,
): Promise<PendingConversation[]> {
  const columns = `c.id, c.last_updated`;
  if (userId === null) {
    return sql.query(`SELECT ${columns} FROM conversations c WHERE ${PENDING} LIMIT $1::int`, [
      limit,
    ]);
  }
  return sql.query(
    `SELECT ${columns} FROM conversations c WHERE ${PENDING} AND c.user_id = $1::uuid
      ORDER BY c.last_updated DESC LIMIT $2::int`,
    [userId, limit],
  );
}

export interface UnindexedMessage {
  id: string;
  /** The size of the whole content, which shows that a message has grown. */
  bytes: number;
}

/** Messages of these conversations whose words are not in the index, or that have grown since; the latest first. */
export function findUnindexed(
  sql: Sql,
  conversationIds: readonly string[],
  limit: number,
): Promise<UnindexedMessage[]> {
  return sql.query(
    `SELECT m.id, octet_length(m.content) AS bytes
       FROM messages m LEFT JOIN message_search s ON s.message_id = m.id
      WHERE m.conversation_id = ANY($1::uuid[]) AND octet_length(m.content) > 0
        AND s.bytes IS DISTINCT FROM octet_length(m.content)
      ORDER BY m.timestamp DESC LIMIT $2::int`,
    [conversationIds, limit],
  );
}

/** `contentUrl` names the object with the rest, if the row has fewer characters. */
export interface Beginning extends Pick<Message, 'id' | 'contentUrl'> {
  text: Message['content'];
}

/** The first characters of messages. */
export function readBeginnings(
  sql: Sql,
  ids: readonly string[],
  characters: number,
): Promise<Beginning[]> {
  return sql.query(
    `SELECT id, left(content, $2::int) AS text, content_url
       FROM messages WHERE id = ANY($1::uuid[])`,
    [ids, characters],
  );
}

export interface IndexedMessage {
  id: string;
  bytes: number;
  /** A tsvector in PostgreSQL's syntax. */
  words: string;
}

/** Adds words to the index or replaces older ones. Skips messages that have been removed meanwhile. */
export async function putWords(sql: Sql, messages: readonly IndexedMessage[]): Promise<void> {
  await sql.query(
    `INSERT INTO message_search (message_id, user_id, conversation_id, at, bytes, words)
     SELECT m.id, m.user_id, m.conversation_id, m.timestamp, given.bytes, given.words::tsvector
       FROM unnest($1::uuid[], $2::int[], $3::text[]) AS given (id, bytes, words)
       JOIN messages m ON m.id = given.id
      ORDER BY m.id FOR KEY SHARE OF m
     ON CONFLICT (message_id) DO UPDATE SET bytes = excluded.bytes, words = excluded.words, at = excluded.at`,
    [
      messages.map(({ id }) => id),
      messages.map(({ bytes }) => bytes),
      messages.map(({ words }) => words),
    ],
  );
}

/**
 * Stores the time up to which these conversations are indexed. Skips those that are being written to, which the next round
 * handles.
 */
export async function markIndexed(
  sql: Sql,
  conversations: readonly PendingConversation[],
): Promise<number> {
  const rows = await sql.query(
    `UPDATE conversations c SET searched_until = given.last_updated
       FROM unnest($1::uuid[], $2::timestamptz[]) AS given (id, last_updated)
       JOIN LATERAL (
         SELECT id FROM conversations WHERE id = given.id FOR NO KEY UPDATE SKIP LOCKED
       ) AS locked ON true
      WHERE c.id = locked.id RETURNING c.id`,
    [
      conversations.map(({ id }) => id),
      conversations.map(({ lastUpdated }) => lastUpdated.toISOString()),
    ],
  );
  return rows.length;
}

export interface MessagePosition {
  /** In milliseconds. */
  at: number;
  id: string;
}

/** `text` has its first characters; `contentUrl` is that of `Beginning`. */
export interface FoundMessage
  extends Pick<Message, 'role' | 'contentUrl'>, Pick<MessageSearchRow, 'conversationId' | 'at'> {
  messageId: MessageSearchRow['messageId'];
  title: Conversation['title'];
  text: Message['content'];
}

export interface MessageSearch {
  userId: UserScope;
  /** In PostgreSQL's syntax. */
  tsquery: string;
  after: MessagePosition | null;
  limit: number;
  /** The number of characters to read of each text. */
  characters: number;
}

/** A page is first searched for in this many of the latest messages, before the index is used. */
const WALKED = 2_000;

/** Messages with the words, newest first, in conversations that aren't deleted. */
export async function findMessages(sql: Sql, search: MessageSearch): Promise<FoundMessage[]> {
  // The latest messages contain a frequent word often enough, while gathering and sorting all of its places would take
  // long; a rare word has few places. Neither way is good for both, and PostgreSQL can't know which word it will be.
  const latest = await pageOf(
    sql,
    search,
    (own) => `NOT MATERIALIZED (
      SELECT * FROM (
        SELECT * FROM message_search s WHERE ${own} ORDER BY s.at DESC, s.message_id DESC LIMIT ${WALKED}
      ) s WHERE s.words @@ $2::tsquery)`,
  );
  if (latest.length === search.limit) return latest;
  // Materialized: for a word that it considers frequent, the planner might otherwise walk all messages in order.
  return pageOf(
    sql,
    search,
    (own) =>
      `MATERIALIZED (SELECT * FROM message_search s WHERE ${own} AND s.words @@ $2::tsquery)`,
  );
}

function pageOf(
  sql: Sql,
  { userId, tsquery, after, limit, characters }: MessageSearch,
  hits: (own: string) => string,
): Promise<FoundMessage[]> {
  const values: SqlValue[] = [userId, tsquery, limit, characters];
  let own = 's.user_id = $1::uuid';
  if (after) {
    values.push(new Date(after.at), after.id);
    own += ' AND (s.at, s.message_id) < ($5::timestamptz, $6::uuid)';
  }
  return sql.query(
    `WITH hits AS ${hits(own)},
          page AS MATERIALIZED (
            SELECT s.message_id, s.conversation_id, s.at, c.title
              FROM hits s JOIN conversations c ON c.id = s.conversation_id AND c.user_id = $1::uuid AND c.deleted_at IS NULL
             ORDER BY s.at DESC, s.message_id DESC LIMIT $3::int
          )
     SELECT p.message_id, p.conversation_id, p.title, p.at, m.role,
            left(m.content, $4::int) AS text, m.content_url
       FROM page p JOIN messages m ON m.id = p.message_id AND m.user_id = $1::uuid
      ORDER BY p.at DESC, p.message_id DESC`,
    values,
  );
}

export interface FoundConversation extends Pick<Conversation, 'title'> {
  conversationId: Conversation['id'];
  date: Conversation['lastUpdated'];
}

// Word for word as in the index conversations_recent.
const LISTED_AT = `CASE WHEN left(c.title, 9) = '[ChatGPT]' THEN coalesce(c.original_creation_date, c.last_updated)
                        ELSE c.last_updated END`;

/** Conversations whose title contains each of these texts in any case, newest first; all of them without texts. */
export function findTitles(
  sql: Sql,
  userId: UserScope,
  texts: readonly string[],
  limit: number,
): Promise<FoundConversation[]> {
  const values: SqlValue[] = [userId, limit];
  const contains = texts.map((text) => {
    const pattern = `$${values.push(`%${text.replace(/[\\%_]/g, '\\$&')}%`)}`;
    // The first condition is the one that the index of the sidebar's search supports.
    return ` AND lower(c.title || E'\\n' || c.last_message) LIKE lower(${pattern}) AND lower(c.title) LIKE lower(${pattern})`;
  });
  return sql.query(
    `SELECT c.id AS conversation_id, c.title, ${LISTED_AT} AS date FROM conversations c
      WHERE c.user_id = $1::uuid AND c.last_message <> '' AND c.deleted_at IS NULL ${contains.join('')}
      ORDER BY ${LISTED_AT} DESC, c.id DESC LIMIT $2::int`,
    values,
  );
}
