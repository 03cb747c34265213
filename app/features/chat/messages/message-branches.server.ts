import type { UsedTokens } from '~/engine/generation/index.server';
import type { Sql } from '~/lib/db/index.server';
import type { Generation, Message } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { MessageRow } from './message-data.server';
import type { MessageFile } from './overflow';

// Reads the branches of `messages`. Every query is limited to the owner. SQL: recursive queries.

/**
 * The parent of the current message in a recursion. The fence (OFFSET 0) makes PostgreSQL find it by its key: for a user that
 * its statistics don't cover yet, it expects a single message and would read all of the user's messages for each step.
 */
const parentIn = (recursion: string) =>
  `LATERAL (SELECT id, parent_id, user_id FROM messages WHERE id = ${recursion}.parent_id OFFSET 0)`;

/** The messages in one place of a conversation, oldest first; none if there is only one. $2 is their owner. Fenced like `parentIn`. */
const versionsIn = (place: string) =>
  `SELECT CASE WHEN count(*) > 1 THEN array_agg(v.id ORDER BY v.timestamp, v.id) ELSE '{}'::uuid[] END
     FROM (SELECT id, timestamp, user_id FROM messages WHERE ${place} OFFSET 0) v WHERE v.user_id = $2::uuid`;

/** Needs $1: the conversation, $2: its owner. Starts at a leaf, so the depth counts backward. */
function pathFrom(leaf: string): string {
  return `WITH RECURSIVE path AS (
      SELECT id, parent_id, 0 AS depth FROM messages
       WHERE id = ${leaf} AND conversation_id = $1::uuid AND user_id = $2::uuid
      UNION ALL
      SELECT m.id, m.parent_id, path.depth + 1 FROM path CROSS JOIN ${parentIn('path')} m WHERE m.user_id = $2::uuid
    )`;
}

/** The leaf of the branch that the conversation shows. */
const ACTIVE_LEAF = `(SELECT active_leaf_id FROM conversations WHERE id = $1::uuid AND user_id = $2::uuid)`;

export interface BranchRow
  extends MessageRow, Pick<Message, 'context' | 'contextUrl' | 'filesUrl'> {
  files: MessageFile[];
  /** For the last answer: the message with which its prompt began; null for the first one. */
  contextFrom: Generation['contextFrom'];
}

/** All messages of a branch in order, as stored in their rows. */
export function readBranch(
  sql: Sql,
  userId: UserScope,
  conversationId: string,
  leafId: string | null,
): Promise<BranchRow[]> {
  return sql.query<BranchRow>(
    `${pathFrom('$3::uuid')}
     SELECT m.id, m.role, m.content, m.content_url, m.context, m.context_url,
            m.files, m.files_url,
            CASE WHEN path.depth < 2 THEN (SELECT g.context_from FROM generations g WHERE g.id = m.id AND g.user_id = $2::uuid) END
              AS context_from
       FROM path JOIN messages m USING (id) ORDER BY path.depth DESC`,
    [conversationId, userId, leafId],
    { prepared: true },
  );
}

/** With `contentOverflow`, `content` is only the beginning; with `filesOverflow`, `files` are only the first ones. */
export interface StoredMessage
  extends
    Omit<MessageRow, 'contentUrl'>,
    Pick<Message, 'parentId' | 'contentOverflow' | 'filesOverflow' | 'timestamp'>,
    UsedTokens {
  files: MessageFile[];
  state: Generation['state'] | null;
  attempt: Generation['attempt'] | null;
  reason: Generation['errorReason'];
  /** How many tool calls it has. */
  calls: number;
  /** It has images that are there, or are being made. */
  hasImages: boolean;
  /** All messages with the same parent, oldest first; empty if it is the only one. */
  versions: string[];
}

/** A part of the branch that is shown, upward from its end or from a message. */
export interface BranchPart {
  /** Excludes this message and everything after it; null: up to the branch's end. */
  before: string | null;
  /** Ends at this message if it is in the branch. */
  until: string | null;
  /** The maximum number of messages. */
  limit: number;
}

/** Messages of the branch that is shown, in order, each answer with its state. */
export function readMessages(
  sql: Sql,
  userId: UserScope,
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
     )
     SELECT m.id, m.parent_id, m.role, m.content, m.content_overflow, m.files,
            m.files_overflow, m.timestamp, g.state, g.attempt, g.error_reason AS reason,
            g.used_tokens, g.model, g.read_tokens, g.written_tokens, g.cached_tokens, g.cache_write_tokens,
            g.reasoning_tokens, g.audio_tokens, g.provider_cost, g.thought_ms, g.prompt_tokens, g.context_from,
            g.left_out,
            CASE WHEN m.role = 'assistant' THEN (SELECT count(*)::int FROM tool_calls c WHERE c.message_id = m.id) ELSE 0 END
              AS calls,
            EXISTS (SELECT 1 FROM message_images i WHERE i.message_id = m.id AND i.user_id = m.user_id) AS has_images,
            CASE WHEN m.parent_id IS NULL THEN (${versionsIn('conversation_id = m.conversation_id AND parent_id IS NULL')})
              ELSE (${versionsIn('parent_id = m.parent_id')}) END AS versions
       FROM path JOIN messages m USING (id)
       LEFT JOIN generations g ON g.id = m.id AND m.role = 'assistant'
      ORDER BY path.depth DESC`,
    [conversationId, userId, before, until, limit],
    { prepared: true },
  );
}

/** A branch up to a moment. */
export interface BranchUpTo {
  leafId: string | null;
  at: Date;
}

export type BranchMessage = Omit<BranchRow, 'context' | 'contextFrom'>;

/**
 * The messages of the branch that is shown, or of another up to a moment, in order and without empty answers.
 * Contents may be only beginnings.
 */
export function readMessagesUpTo(
  sql: Sql,
  userId: UserScope,
  conversationId: string,
  upTo: BranchUpTo | null,
): Promise<BranchMessage[]> {
  const shown = `SELECT m.id, m.role, m.content, m.content_url, m.context_url,
      m.files, m.files_url
    FROM path JOIN messages m USING (id) WHERE m.content <> ''`;
  if (upTo === null) {
    return sql.query<BranchMessage>(`${pathFrom(ACTIVE_LEAF)} ${shown} ORDER BY path.depth DESC`, [
      conversationId,
      userId,
    ]);
  }
  return sql.query<BranchMessage>(
    `${pathFrom('$3::uuid')} ${shown} AND m.timestamp <= $4::timestamptz ORDER BY path.depth DESC`,
    [conversationId, userId, upTo.leafId, upTo.at],
  );
}

/** A page of a branch: the messages after or before another one; the first page without either. */
export interface PageKey {
  after: string | null;
  before: string | null;
}

export interface BranchPage {
  messages: BranchMessage[];
  /** Whether these are the first and the last messages. */
  isFirst: boolean;
  isLast: boolean;
}

/** Messages of a branch up to a moment, limited by number and by bytes of text, with at least one message. */
export async function readPageUpTo(
  sql: Sql,
  { userId, conversationId, upTo }: { userId: UserScope; conversationId: string; upTo: BranchUpTo },
  { after, before }: PageKey,
  max: { messages: number; bytes: number },
): Promise<BranchPage> {
  const backwards = before !== null;
  const order = backwards ? 'ASC' : 'DESC';
  // Lengths are known without reading the texts.
  const rows = await sql.query<BranchMessage & { isFirst: boolean; isLast: boolean }>(
    `${pathFrom('$3::uuid')}, said AS (
       SELECT m.id, path.depth, octet_length(m.content) AS bytes
         FROM path JOIN messages m USING (id)
        WHERE m.content <> '' AND m.timestamp <= $4::timestamptz
     ), page AS (
       SELECT id, depth, sum(bytes) OVER (ORDER BY depth ${order}) - bytes AS bytes_before
         FROM said
        WHERE $5::uuid IS NULL OR depth ${backwards ? '>' : '<'} (SELECT depth FROM said WHERE id = $5::uuid)
        ORDER BY depth ${order} LIMIT $6::int
     )
     SELECT m.id, m.role, m.content, m.content_url, m.context_url,
            m.files, m.files_url,
            page.depth = (SELECT max(depth) FROM said) AS is_first,
            page.depth = (SELECT min(depth) FROM said) AS is_last
       FROM page JOIN messages m USING (id)
      WHERE page.bytes_before < $7::bigint
      ORDER BY page.depth DESC`,
    [conversationId, userId, upTo.leafId, upTo.at, before ?? after, max.messages, max.bytes],
  );
  return {
    messages: rows,
    isFirst: rows[0]?.isFirst ?? true,
    isLast: rows.at(-1)?.isLast ?? true,
  };
}

/** Whether a message with text is in this part of a branch. */
export async function isSaidUpTo(
  sql: Sql,
  { userId, conversationId, upTo }: { userId: UserScope; conversationId: string; upTo: BranchUpTo },
  messageId: string,
): Promise<boolean> {
  const rows = await sql.query(
    `${pathFrom('$3::uuid')} SELECT 1 FROM path JOIN messages m USING (id)
      WHERE m.id = $5::uuid AND m.content <> '' AND m.timestamp <= $4::timestamptz`,
    [conversationId, userId, upTo.leafId, upTo.at, messageId],
  );
  return rows.length > 0;
}

/** The number of messages in the branch that is shown now that aren't in this part of a branch. */
export async function countMessagesBeyond(
  sql: Sql,
  userId: UserScope,
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
