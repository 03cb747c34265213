import type { CategoryId } from '../../formats/categories';
import { isUniqueViolation, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import type { ContentFolder } from '../content/content';
import { copyTexts } from '../texts';

// Owns `saved_content_folders`. The owner is part of every condition.

const FOLDER = `f.id, f.category, f.name`;

/** All of a user's, by name; there are never many (create-folder). */
export function listFolders(sql: Sql, userId: string): Promise<ContentFolder[]> {
  return sql.query<ContentFolder>(
    `SELECT ${FOLDER} FROM saved_content_folders f WHERE f.user_id = $1::uuid
      ORDER BY lower(f.name), f.id`,
    [userId],
  );
}

export async function countFolders(sql: Sql, userId: string, category: CategoryId) {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*) AS count FROM saved_content_folders
      WHERE user_id = $1::uuid AND category = $2::content_category`,
    [userId, category],
  );
  return Number(row?.count ?? 0);
}

/** Whether one of these is this user's. */
export async function hasOneOf(sql: Sql, userId: string, ids: readonly string[]): Promise<boolean> {
  const rows = await sql.query(
    `SELECT 1 FROM saved_content_folders WHERE user_id = $1::uuid AND id = ANY($2::uuid[])`,
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
    `UPDATE saved_content_folders SET created_at = $3::timestamptz WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId, createdAt],
  );
}

/** The first of these that this user has in this category; it stays there until the transaction ends. */
export async function holdOneOf(
  tx: Sql,
  userId: string,
  ids: readonly string[],
  category: CategoryId,
): Promise<string | null> {
  for (const id of ids) if (await holdFolder(tx, userId, id, category)) return id;
  return null;
}

/** True when this user has this folder in this category; it stays there until the transaction ends. */
export async function holdFolder(
  tx: Sql,
  userId: string,
  id: string,
  category: CategoryId,
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM saved_content_folders
      WHERE id = $1::uuid AND user_id = $2::uuid AND category = $3::content_category FOR KEY SHARE`,
    [id, userId, category],
  );
  return rows.length > 0;
}

/** @throws AppError `conflict` when the category has a folder of this name. */
export async function insertFolder(
  tx: Sql,
  userId: string,
  { id, category, name }: ContentFolder,
): Promise<void> {
  await ownName(
    tx.query(
      `INSERT INTO saved_content_folders (id, user_id, category, name)
       VALUES ($1::uuid, $2::uuid, $3::content_category, $4)`,
      [id, userId, category, name],
    ),
  );
}

/** Null when it is not there or not this user's. @throws AppError `conflict` */
export async function updateName(
  tx: Sql,
  userId: string,
  id: string,
  name: string,
): Promise<ContentFolder | null> {
  const [row] = await ownName(
    tx.query<ContentFolder>(
      `UPDATE saved_content_folders f SET name = $3
        WHERE f.id = $1::uuid AND f.user_id = $2::uuid RETURNING ${FOLDER}`,
      [id, userId, name],
    ),
  );
  return row ?? null;
}

/** What was in it lies in its category then: the foreign key sees to it. False when there is none to delete. */
export async function removeFolder(tx: Sql, userId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    `DELETE FROM saved_content_folders WHERE id = $1::uuid AND user_id = $2::uuid RETURNING id`,
    [id, userId],
  );
  return rows.length > 0;
}

async function ownName<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isUniqueViolation(error, 'saved_content_folders_name')) throw error;
    throw new AppError('conflict', copyTexts.folderNameTaken);
  }
}
