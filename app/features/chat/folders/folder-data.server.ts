import { isUniqueViolation, type Sql } from '~/lib/db/index.server';

import type { ConversationFolder } from '../conversations/conversation';

// Owns `conversation_folders`. The owner is part of every condition.

export function listFolders(sql: Sql, userId: string): Promise<ConversationFolder[]> {
  return sql.query(foldersOf('$1'), [userId]);
}

/** Their query, for a statement that reads more than them; `user` is its parameter. */
export function foldersOf(user: string): string {
  return `SELECT f.id, f.name FROM conversation_folders f WHERE f.user_id = ${user}::uuid ORDER BY lower(f.name), f.id`;
}

/** False when there is no such folder of this user's. */
export async function hasFolder(sql: Sql, userId: string, id: string): Promise<boolean> {
  const rows = await sql.query(
    `SELECT id FROM conversation_folders WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
  return rows.length > 0;
}

/** The same; it stays as it is until the transaction ends. Folders are locked before conversations. */
export async function lockFolder(tx: Sql, userId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT id FROM conversation_folders WHERE id = $1::uuid AND user_id = $2::uuid FOR UPDATE`,
    [id, userId],
  );
  return rows.length > 0;
}

export async function insertFolder(
  tx: Sql,
  userId: string,
  { id, name }: ConversationFolder,
): Promise<void> {
  await tx.query(
    `INSERT INTO conversation_folders (id, user_id, name) VALUES ($1::uuid, $2::uuid, $3)`,
    [id, userId, name],
  );
}

/** Whether one of these is this user's. */
export async function hasOneOf(sql: Sql, userId: string, ids: readonly string[]): Promise<boolean> {
  const rows = await sql.query(
    `SELECT 1 FROM conversation_folders WHERE user_id = $1::uuid AND id = ANY($2::uuid[])`,
    [userId, ids],
  );
  return rows.length > 0;
}

/** A new folder as it was elsewhere. */
export async function setFolderCreation(
  tx: Sql,
  userId: string,
  { id, createdAt }: { id: string; createdAt: Date },
): Promise<void> {
  await tx.query(
    `UPDATE conversation_folders SET created_at = $3::timestamptz WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId, createdAt],
  );
}

/** False when there is no such folder of this user's. */
export async function updateFolderName(
  tx: Sql,
  userId: string,
  { id, name }: ConversationFolder,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE conversation_folders SET name = $3 WHERE id = $1::uuid AND user_id = $2::uuid RETURNING id`,
    [id, userId, name],
  );
  return rows.length > 0;
}

export async function removeFolder(tx: Sql, userId: string, id: string): Promise<void> {
  await tx.query(`DELETE FROM conversation_folders WHERE id = $1::uuid AND user_id = $2::uuid`, [
    id,
    userId,
  ]);
}

/** Another folder of this user's has the name, in whatever case. */
export function isFolderNameTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'conversation_folders_name');
}
