import { softDeletion } from '~/engine/user-data/index.server';
import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Conversation, Message, Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { ConversationItem } from './conversation';
import { NO_SETTINGS, type ConversationSettings } from './settings/conversation-settings';
import { UNTITLED } from './settings/titles';

// Owns `conversations`, with conversation-lists.server.ts. Every query is limited to the user and, unless it says otherwise,
// to conversations that aren't deleted. SQL: the pipelined transactions that send and end answers; locks; parts of texts.

const ITEM = {
  id: true,
  title: true,
  lastMessage: true,
  lastUpdated: true,
  originalCreationDate: true,
  isPublic: true,
  pinnedAt: true,
  archivedAt: true,
  folderId: true,
} satisfies Prisma.ConversationSelect;

/** A conversation in the lists, without bodies. */
export type ItemRow = Prisma.ConversationGetPayload<{ select: typeof ITEM }>;

/** The same columns for SQL, of `conversations c`. */
export const ITEM_COLUMNS = `c.id, c.title, c.last_message, c.last_updated,
  c.original_creation_date, c.is_public, c.pinned_at,
  c.archived_at, c.folder_id`;

export function toItem({ archivedAt, ...row }: ItemRow): ConversationItem {
  return {
    ...row,
    lastUpdated: row.lastUpdated.getTime(),
    originalCreationDate: row.originalCreationDate?.getTime() ?? null,
    pinnedAt: row.pinnedAt?.getTime() ?? null,
    archived: archivedAt !== null,
  };
}

/** SQL: also runs in the transaction that sends a message. */
export async function insertConversation(
  sql: Sql,
  userId: UserScope,
  id: string,
  settings: ConversationSettings = NO_SETTINGS,
): Promise<void> {
  await sql.query(
    `INSERT INTO conversations (id, user_id, title, profile_id, model, system_prompt, effort)
     VALUES ($1::uuid, $2::uuid, $3, $4::uuid, $5, $6, $7::effort)`,
    [
      id,
      userId,
      UNTITLED,
      settings.profileId,
      settings.model,
      settings.systemPrompt,
      settings.effort,
    ],
  );
}

export type LockedConversation = Pick<Conversation, 'activeLeafId' | 'title'>;

/** Locks a conversation, as every change of one does first. Null when this user has no such conversation. */
export async function lockConversation(
  tx: Sql,
  userId: UserScope,
  id: string,
): Promise<LockedConversation | null> {
  const [row] = await tx.query<LockedConversation>(
    `SELECT active_leaf_id, title FROM conversations
      WHERE id = $1::uuid AND user_id = $2::uuid AND deleted_at IS NULL FOR UPDATE`,
    [id, userId],
    { prepared: true },
  );
  return row ?? null;
}

/** Locks the existing ones in the order of their ids, so that changes of the same ones can't deadlock. */
async function lockConversations(
  tx: Sql,
  userId: UserScope,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM conversations
      WHERE user_id = $1::uuid AND id = ANY($2::uuid[]) AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
    [userId, ids],
  );
  return rows.map(({ id }) => id);
}

/** Locks all conversations in a folder, including archived and deleted ones. */
export async function lockConversationsIn(
  tx: Sql,
  userId: UserScope,
  folderId: string,
): Promise<void> {
  await tx.query(
    `SELECT 1 FROM conversations WHERE user_id = $1::uuid AND folder_id = $2::uuid ORDER BY id FOR UPDATE`,
    [userId, folderId],
  );
}

/** Shows another branch without changing its place in the list or its time. SQL: also runs when an answer is continued. */
export async function showBranch(
  tx: Sql,
  userId: UserScope,
  id: string,
  branch: { leafId: string; lastMessage: string | null },
): Promise<ConversationItem | null> {
  const [row] = await tx.query<ItemRow>(
    `UPDATE conversations c SET active_leaf_id = $3::uuid, last_message = COALESCE($4, c.last_message)
      WHERE c.id = $1::uuid AND c.user_id = $2::uuid AND c.deleted_at IS NULL RETURNING ${ITEM_COLUMNS}`,
    [id, userId, branch.leafId, branch.lastMessage],
  );
  return row ? toItem(row) : null;
}

/**
 * Puts a conversation at the top of the list with its newest message, and shows the branch of `leafId` if given. A new message
 * in it takes it out of the archive, as email programs do; the end of an answer doesn't.
 */
export async function touchConversation(
  tx: Sql,
  userId: UserScope,
  id: string,
  lastMessage: string | null,
  leafId: string | null = null,
): Promise<ConversationItem | null> {
  const [row] = await tx.query<ItemRow>(
    `UPDATE conversations c
        SET last_message = COALESCE($3, c.last_message), active_leaf_id = COALESCE($4::uuid, c.active_leaf_id),
            last_updated = date_trunc('milliseconds', clock_timestamp()),
            archived_at = CASE WHEN $4::uuid IS NULL THEN c.archived_at END
      WHERE c.id = $1::uuid AND c.user_id = $2::uuid AND c.deleted_at IS NULL RETURNING ${ITEM_COLUMNS}`,
    [id, userId, lastMessage, leafId],
    { prepared: true },
  );
  return row ? toItem(row) : null;
}

const SETTINGS = {
  profileId: true,
  model: true,
  effort: true,
  systemPrompt: true,
} satisfies Prisma.ConversationSelect;

/** What grounds its answers, and where the next one is added. */
export interface ConversationStanding {
  title: string;
  settings: ConversationSettings;
  /** The last message of the branch that is shown; null for an empty conversation. */
  activeLeafId: string | null;
  hasDocuments: boolean;
}

/** The current state; null when this user has no such conversation. SQL: read before each answer and with each page. */
export async function readStanding(
  sql: Sql,
  userId: UserScope,
  id: string,
): Promise<ConversationStanding | null> {
  const [row] = await sql.query<
    ConversationSettings & Pick<ConversationStanding, 'title' | 'activeLeafId' | 'hasDocuments'>
  >(
    `SELECT title, profile_id, model, effort, system_prompt, active_leaf_id,
            EXISTS (SELECT 1 FROM chat_documents d
              WHERE d.conversation_id = c.id AND d.user_id = c.user_id AND d.deleted_at IS NULL) AS has_documents
       FROM conversations c WHERE id = $1::uuid AND user_id = $2::uuid AND deleted_at IS NULL`,
    [id, userId],
    { prepared: true },
  );
  if (!row) return null;
  const { title, activeLeafId, hasDocuments, ...settings } = row;
  return { title, settings, activeLeafId, hasDocuments };
}

/** The brand profile that grounds a conversation; null for none. */
export async function conversationProfile(userId: UserScope, id: string): Promise<string | null> {
  const where = { id, userId, deletedAt: null };
  const row = await prisma.conversation.findFirst({ where, select: { profileId: true } });
  return row?.profileId ?? null;
}

/** A conversation without bodies; null when this user has no such conversation. */
export function findConversation(
  userId: UserScope,
  id: string,
  db: Pick<PrismaTx, 'conversation'> = prisma,
) {
  return db.conversation.findFirst({
    where: { id, userId, deletedAt: null },
    select: { id: true, title: true, lastMessage: true, activeLeafId: true },
  });
}

/** Changes a conversation; null when this user has no such conversation. */
export async function updateConversation(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
  data: Prisma.ConversationUncheckedUpdateManyInput,
): Promise<ConversationItem | null> {
  const where = { id, userId, deletedAt: null };
  const [row] = await tx.conversation.updateManyAndReturn({ where, data, select: ITEM });
  return row ? toItem(row) : null;
}

/** Titles an untitled conversation; null when it has been renamed or removed meanwhile. */
export async function titleConversation(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
  title: string,
): Promise<ConversationItem | null> {
  const where = { id, userId, deletedAt: null, title: UNTITLED };
  const [row] = await tx.conversation.updateManyAndReturn({ where, data: { title }, select: ITEM });
  return row ? toItem(row) : null;
}

/** Changes only the settings in `change`; null when this user has no such conversation. */
export async function updateSettings(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
  change: Partial<ConversationSettings>,
): Promise<ConversationSettings | null> {
  const { profileId, model, effort, systemPrompt } = change;
  const [settings] = await tx.conversation.updateManyAndReturn({
    where: { id, userId, deletedAt: null },
    data: { profileId, model, effort, systemPrompt },
    select: SETTINGS,
  });
  return settings ?? null;
}

/** Null when this user has no such conversation. A pinned one keeps its place. */
export async function setPinned(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
  pinned: boolean,
): Promise<ConversationItem | null> {
  if (!pinned) return updateConversation(tx, userId, id, { pinnedAt: null });
  const where = { id, userId, deletedAt: null };
  await tx.conversation.updateMany({
    where: { ...where, pinnedAt: null },
    data: { pinnedAt: new Date() },
  });
  const row = await tx.conversation.findFirst({ where, select: ITEM });
  return row && toItem(row);
}

/** The number of pinned conversations, including archived ones, which are still pinned when they return. */
export function countPinned(tx: PrismaTx, userId: UserScope): Promise<number> {
  return tx.conversation.count({ where: { userId, pinnedAt: { not: null }, deletedAt: null } });
}

// Functions that take several ids skip those that this user doesn't have.

/** A conversation without a message is in no list, so it can't be archived. */
export async function setArchived(
  tx: PrismaTx,
  sql: Sql,
  userId: UserScope,
  ids: readonly string[],
  archived: boolean,
): Promise<ConversationItem[]> {
  const id = { in: await lockConversations(sql, userId, ids) };
  const where = { id, userId, lastMessage: { not: '' } };
  // An archived one keeps its time.
  await tx.conversation.updateMany({
    where: { ...where, archivedAt: archived ? null : undefined },
    data: { archivedAt: archived ? new Date() : null },
  });
  return (await tx.conversation.findMany({ where, select: ITEM })).map(toItem);
}

/** Moves into a folder, which the caller has checked to be this user's; null: back to the list. */
export async function setFolder(
  tx: PrismaTx,
  sql: Sql,
  userId: UserScope,
  ids: readonly string[],
  folderId: string | null,
): Promise<ConversationItem[]> {
  const where = { id: { in: await lockConversations(sql, userId, ids) }, userId };
  const data = { folderId };
  const rows = await tx.conversation.updateManyAndReturn({ where, data, select: ITEM });
  return rows.map(toItem);
}

export const deletion = softDeletion('conversations');

/**
 * Restores deleted conversations. Messages that were written while one was deleted didn't change its time, so it is
 * indexed again.
 */
export async function restoreDeleted(
  tx: PrismaTx,
  sql: Sql,
  userId: UserScope,
  ids: readonly string[],
): Promise<ConversationItem[]> {
  const where = { id: { in: await deletion.restore(sql, userId, ids) }, userId };
  const data = { searchedUntil: null };
  const rows = await tx.conversation.updateManyAndReturn({ where, data, select: ITEM });
  return rows.map(toItem);
}

/** Removes some of a user's conversations for good, with their messages; false when there were none. */
export async function removeSomeOf(userId: UserScope, limit: number): Promise<boolean> {
  const { count } = await prisma.conversation.deleteMany({ where: { userId }, limit });
  return count > 0;
}

/** Removes conversations that never got a message. */
export async function deleteEmptyConversations(olderThan: Date): Promise<number> {
  const where = { lastMessage: '', createdAt: { lt: olderThan } };
  const { count } = await prisma.conversation.deleteMany({ where });
  return count;
}

/**
 * Conversations whose title was never made because their process died, with the text to make it from. SQL: Prisma
 * would read all of their messages in full.
 */
export function findUntitled(
  sql: Sql,
  updatedBefore: Date,
  limit: number,
): Promise<(Pick<Conversation, 'id' | 'userId'> & Pick<Message, 'content'>)[]> {
  return sql.query(
    `SELECT c.id, c.user_id, m.content
       FROM conversations c JOIN LATERAL (
         SELECT left(content, 1000) AS content FROM messages
          WHERE conversation_id = c.id AND role = 'user' ORDER BY timestamp, id LIMIT 1
       ) m ON true
      WHERE c.title = $1 AND c.last_message <> '' AND c.deleted_at IS NULL AND c.last_updated < $2::timestamptz
      ORDER BY c.last_updated LIMIT $3::int`,
    [UNTITLED, updatedBefore, limit],
  );
}

/** Whether the user has chatted here. SQL: the condition of the list's index. */
export async function hasConversations(sql: Sql, userId: UserScope): Promise<boolean> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM conversations
      WHERE user_id = $1::uuid AND last_message <> '' AND deleted_at IS NULL AND left(title, 9) <> '[ChatGPT]' LIMIT 1`,
    [userId],
  );
  return rows.length > 0;
}

/** The number of conversations that a profile grounds, without those that have no message yet. */
export function countGroundedBy(userId: UserScope, profileId: string): Promise<number> {
  const where = { userId, profileId, lastMessage: { not: '' }, deletedAt: null };
  return prisma.conversation.count({ where });
}
