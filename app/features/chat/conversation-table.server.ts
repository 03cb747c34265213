import { prisma, type Sql, type SqlValue } from '~/lib/db/index.server';

import type { ConversationGroup, ConversationItem } from './conversation';
import type { ConversationFilter } from './conversation-filter';
import { UNTITLED } from './titles';

// Owns `conversations`. The owner is part of every condition, and a deleted one is there for nobody.

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
  /** Milliseconds of what the group is sorted by. */
  date: number;
  id: string;
}

export interface ListQuery {
  userId: string;
  group: ConversationGroup;
  filter: ConversationFilter;
}

// Word for word as in the partial indexes, which else would not be used.
const LISTED = `c.last_message <> '' AND c.deleted_at IS NULL`;
const GROUPS: Record<ConversationGroup, { condition: string; date: string }> = {
  others: { condition: `left(c.title, 9) <> '[ChatGPT]'`, date: 'c.last_updated' },
  imports: {
    condition: `left(c.title, 9) = '[ChatGPT]'`,
    date: 'coalesce(c.original_creation_date, c.last_updated)',
  },
};

/** The condition of a query, with its values in `values`. */
function conditionOf({ userId, group, filter }: ListQuery, values: SqlValue[]): string {
  const value = (given: SqlValue) => `$${values.push(given)}`;
  const { condition, date } = GROUPS[group];
  const parts = [`c.user_id = ${value(userId)}::uuid`, LISTED, condition];
  if (filter.text !== '') {
    const pattern = `%${filter.text.replace(/[\\%_]/g, '\\$&')}%`;
    parts.push(`lower(c.title || E'\\n' || c.last_message) LIKE lower(${value(pattern)})`);
  }
  if (filter.range) {
    parts.push(`${date} >= ${value(new Date(filter.range.from))}::timestamptz`);
    parts.push(`${date} <= ${value(new Date(filter.range.to))}::timestamptz`);
  }
  return parts.join(' AND ');
}

/** Newest first, from `after` on; conversations without a message are not there (design §1). */
export async function listConversations(
  sql: Sql,
  query: ListQuery,
  after: ListPosition | null,
  limit: number,
): Promise<ConversationItem[]> {
  const values: SqlValue[] = [];
  const { date } = GROUPS[query.group];
  let condition = conditionOf(query, values);
  if (after) {
    values.push(new Date(after.date), after.id);
    condition += ` AND (${date}, c.id) < ($${values.length - 1}::timestamptz, $${values.length}::uuid)`;
  }
  values.push(limit);
  const rows = await sql.query<ItemRow>(
    `SELECT ${ITEM} FROM conversations c WHERE ${condition}
      ORDER BY ${date} DESC, c.id DESC LIMIT $${values.length}::int`,
    values,
  );
  return rows.map(toItem);
}

export async function countConversations(sql: Sql, query: ListQuery): Promise<number> {
  const values: SqlValue[] = [];
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*) AS count FROM conversations c WHERE ${conditionOf(query, values)}`,
    values,
  );
  return Number(row?.count ?? 0);
}

export async function insertConversation(sql: Sql, userId: string, id: string): Promise<void> {
  await sql.query(
    `INSERT INTO conversations (id, user_id, title) VALUES ($1::uuid, $2::uuid, $3)`,
    [id, userId, UNTITLED],
  );
}

/** Locks it, as every change of a conversation does first. Null when it is not there or not this user's. */
export async function lockConversation(
  tx: Sql,
  userId: string,
  id: string,
): Promise<{ activeLeafId: string | null } | null> {
  const [row] = await tx.query<{ activeLeafId: string | null }>(
    `SELECT active_leaf_id AS "activeLeafId" FROM conversations
      WHERE id = $1::uuid AND user_id = $2::uuid AND deleted_at IS NULL FOR UPDATE`,
    [id, userId],
  );
  return row ?? null;
}

/** The last message of the branch that is shown; null while there is none. */
export async function activeLeaf(sql: Sql, userId: string, id: string): Promise<string | null> {
  const [row] = await sql.query<{ leafId: string | null }>(
    `SELECT active_leaf_id AS "leafId" FROM conversations
      WHERE id = $1::uuid AND user_id = $2::uuid AND deleted_at IS NULL`,
    [id, userId],
  );
  return row?.leafId ?? null;
}

/** Shows another branch; neither its place in the list nor its time change. */
export async function showBranch(
  tx: Sql,
  userId: string,
  id: string,
  branch: { leafId: string; lastMessage: string | null },
): Promise<ConversationItem | null> {
  const [row] = await tx.query<ItemRow>(
    `UPDATE conversations c SET active_leaf_id = $3::uuid, last_message = COALESCE($4, c.last_message)
      WHERE c.id = $1::uuid AND c.user_id = $2::uuid AND c.deleted_at IS NULL RETURNING ${ITEM}`,
    [id, userId, branch.leafId, branch.lastMessage],
  );
  return row ? toItem(row) : null;
}

/** A conversation without bodies; null when it is not there or not this user's. */
export function findConversation(userId: string, id: string) {
  return prisma.conversation.findFirst({
    where: { id, userId, deletedAt: null },
    select: { id: true, title: true, lastMessage: true },
  });
}

/** Its newest message becomes the one the list shows; this also puts it on top, and may end its branch with another. */
export async function touchConversation(
  tx: Sql,
  userId: string,
  id: string,
  lastMessage: string | null,
  leafId: string | null = null,
): Promise<ConversationItem | null> {
  const [row] = await tx.query<ItemRow>(
    `UPDATE conversations c
        SET last_message = COALESCE($3, c.last_message), active_leaf_id = COALESCE($4::uuid, c.active_leaf_id),
            last_updated = date_trunc('milliseconds', clock_timestamp())
      WHERE c.id = $1::uuid AND c.user_id = $2::uuid AND c.deleted_at IS NULL RETURNING ${ITEM}`,
    [id, userId, lastMessage, leafId],
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
      WHERE c.id = $1::uuid AND c.user_id = $2::uuid AND c.deleted_at IS NULL AND c.title = $4
      RETURNING ${ITEM}`,
    [id, userId, title, UNTITLED],
  );
  return row ? toItem(row) : null;
}

/** Gives it the title that `next` makes of the one it has; null when it is not there or not this user's. */
export async function renameConversation(
  tx: Sql,
  userId: string,
  id: string,
  next: (title: string) => string,
): Promise<ConversationItem | null> {
  const [found] = await tx.query<{ title: string }>(
    `SELECT title FROM conversations
      WHERE id = $1::uuid AND user_id = $2::uuid AND deleted_at IS NULL FOR UPDATE`,
    [id, userId],
  );
  if (!found) return null;
  const [row] = await tx.query<ItemRow>(
    `UPDATE conversations c SET title = $3 WHERE c.id = $1::uuid AND c.user_id = $2::uuid RETURNING ${ITEM}`,
    [id, userId, next(found.title)],
  );
  return row ? toItem(row) : null;
}

/** False when there is none of this user's to delete. */
export async function markDeleted(
  tx: Sql,
  userId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE conversations SET deleted_at = $3::timestamptz
      WHERE id = $1::uuid AND user_id = $2::uuid AND deleted_at IS NULL RETURNING id`,
    [id, userId, now],
  );
  return rows.length > 0;
}

/** Takes a deletion back; null when there is nothing to take back any more. */
export async function restoreConversation(
  tx: Sql,
  userId: string,
  id: string,
): Promise<ConversationItem | null> {
  const [row] = await tx.query<ItemRow>(
    `UPDATE conversations c SET deleted_at = NULL
      WHERE c.id = $1::uuid AND c.user_id = $2::uuid AND c.deleted_at IS NOT NULL RETURNING ${ITEM}`,
    [id, userId],
  );
  return row ? toItem(row) : null;
}

export async function updatePublic(
  tx: Sql,
  userId: string,
  id: string,
  isPublic: boolean,
): Promise<ConversationItem | null> {
  const [row] = await tx.query<ItemRow>(
    `UPDATE conversations c SET is_public = $3
      WHERE c.id = $1::uuid AND c.user_id = $2::uuid AND c.deleted_at IS NULL RETURNING ${ITEM}`,
    [id, userId, isPublic],
  );
  return row ? toItem(row) : null;
}

/** Title, preview and branch of a conversation whose messages were put there all at once. */
export async function fillConversation(
  tx: Sql,
  userId: string,
  id: string,
  { title, lastMessage, leafId }: { title: string; lastMessage: string; leafId: string },
): Promise<ConversationItem | null> {
  const [row] = await tx.query<ItemRow>(
    `UPDATE conversations c SET title = $3, last_message = $4, active_leaf_id = $5::uuid
      WHERE c.id = $1::uuid AND c.user_id = $2::uuid RETURNING ${ITEM}`,
    [id, userId, title, lastMessage, leafId],
  );
  return row ? toItem(row) : null;
}

/** Conversations that were deleted before then. Of whomever: a job removes them. */
export async function findDeleted(sql: Sql, deletedBefore: Date, limit: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM conversations WHERE deleted_at < $1::timestamptz ORDER BY deleted_at LIMIT $2::int`,
    [deletedBefore, limit],
  );
  return rows.map(({ id }) => id);
}

/** Really removes those of them that are deleted still, with their messages. */
export async function removeDeleted(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `DELETE FROM conversations WHERE id = ANY($1::uuid[]) AND deleted_at IS NOT NULL RETURNING id`,
    [ids],
  );
  return rows.map(({ id }) => id);
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
      WHERE c.title = $1 AND c.last_message <> '' AND c.deleted_at IS NULL AND c.last_updated < $2::timestamptz
      ORDER BY c.last_updated LIMIT $3::int`,
    [UNTITLED, updatedBefore, limit],
  );
}
