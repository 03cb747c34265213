import { prisma, type Sql } from '~/lib/db/index.server';

import type { ConversationItem } from './conversation';
import { ITEM, toItem, type ItemRow } from './conversation-rows.server';
import { NO_SETTINGS, type ConversationSettings } from './settings/conversation-settings';
import { UNTITLED } from './settings/titles';

// With conversation-lists.server.ts and conversation-places.server.ts the owner of `conversations`. The user is part of
// every condition, and a deleted one is there for no one.

export async function insertConversation(
  sql: Sql,
  userId: string,
  id: string,
  settings: ConversationSettings = NO_SETTINGS,
): Promise<void> {
  await sql.query(
    `INSERT INTO conversations (id, user_id, title, profile_id, model, system_prompt)
     VALUES ($1::uuid, $2::uuid, $3, $4::uuid, $5, $6)`,
    [id, userId, UNTITLED, settings.profileId, settings.model, settings.systemPrompt],
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
    { prepared: true },
  );
  return row ?? null;
}

/** The last message of the branch that is shown; null while there is none. */
export async function activeLeaf(sql: Sql, userId: string, id: string): Promise<string | null> {
  const [row] = await sql.query<{ leafId: string | null }>(
    `SELECT active_leaf_id AS "leafId" FROM conversations
      WHERE id = $1::uuid AND user_id = $2::uuid AND deleted_at IS NULL`,
    [id, userId],
    { prepared: true },
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

/**
 * Its newest message becomes the one the list shows; this also puts it on top, and may end its branch with another. A
 * branch that goes on takes it out of the archive, as mail programs do; the end of an answer does not.
 */
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
            last_updated = date_trunc('milliseconds', clock_timestamp()),
            archived_at = CASE WHEN $4::uuid IS NULL THEN c.archived_at END
      WHERE c.id = $1::uuid AND c.user_id = $2::uuid AND c.deleted_at IS NULL RETURNING ${ITEM}`,
    [id, userId, lastMessage, leafId],
    { prepared: true },
  );
  return row ? toItem(row) : null;
}

/** Gives an untitled conversation its title; null when someone named it meanwhile, or removed it. */
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

/** Really removes some of a user's conversations, with their messages; false when there were none. */
export async function removeSomeOf(sql: Sql, userId: string, limit: number): Promise<boolean> {
  const rows = await sql.query(
    `DELETE FROM conversations WHERE id IN (
       SELECT id FROM conversations WHERE user_id = $1::uuid LIMIT $2::int) RETURNING id`,
    [userId, limit],
  );
  return rows.length > 0;
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

const SETTINGS = `profile_id AS "profileId", model, system_prompt AS "systemPrompt"`;

/** What grounds its answers, and where the next one goes. */
export interface ConversationStanding {
  settings: ConversationSettings;
  /** The last message of the branch that is shown; null while there is none. */
  activeLeafId: string | null;
}

/** As it stands now; null when it is not there or not this user's. */
export async function readStanding(
  sql: Sql,
  userId: string,
  id: string,
): Promise<ConversationStanding | null> {
  const [row] = await sql.query<ConversationSettings & { activeLeafId: string | null }>(
    `SELECT ${SETTINGS}, active_leaf_id AS "activeLeafId" FROM conversations
      WHERE id = $1::uuid AND user_id = $2::uuid AND deleted_at IS NULL`,
    [id, userId],
    { prepared: true },
  );
  if (!row) return null;
  const { activeLeafId, ...settings } = row;
  return { settings, activeLeafId };
}

/** Changes the settings that are given; null when it is not there or not this user's. */
export async function updateSettings(
  tx: Sql,
  userId: string,
  id: string,
  change: Partial<ConversationSettings>,
): Promise<ConversationSettings | null> {
  const [row] = await tx.query<ConversationSettings>(
    `UPDATE conversations
        SET profile_id = CASE WHEN $3::boolean THEN $4::uuid ELSE profile_id END,
            model = CASE WHEN $5::boolean THEN $6 ELSE model END,
            system_prompt = COALESCE($7, system_prompt)
      WHERE id = $1::uuid AND user_id = $2::uuid AND deleted_at IS NULL RETURNING ${SETTINGS}`,
    [
      id,
      userId,
      change.profileId !== undefined,
      change.profileId ?? null,
      change.model !== undefined,
      change.model ?? null,
      change.systemPrompt ?? null,
    ],
  );
  return row ?? null;
}

/** How many conversations a profile grounds; those without a message yet are not there for anyone. */
export async function countGroundedBy(
  sql: Sql,
  userId: string,
  profileId: string,
): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*) AS count FROM conversations c
      WHERE c.user_id = $1::uuid AND c.profile_id = $2::uuid AND c.last_message <> '' AND c.deleted_at IS NULL`,
    [userId, profileId],
  );
  return Number(row?.count ?? 0);
}
