import { isUniqueViolation, type PrismaTx, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { Prisma } from '~/lib/prisma/client';

import type { CategoryId } from '../../formats/categories';
import type { ContentFolder } from '../content/content';
import { copyTexts } from '../texts';

// Owns `saved_content_folders`. The owner is part of every condition.

const FOLDER = { id: true, category: true, name: true } satisfies Prisma.SavedContentFolderSelect;

/** All of a user's, by name; there are never many (MAX_FOLDERS). SQL: Prisma can't sort by lower(name). */
export function listFolders(sql: Sql, userId: string): Promise<ContentFolder[]> {
  return sql.query<ContentFolder>(
    `SELECT f.id, f.category, f.name FROM saved_content_folders f WHERE f.user_id = $1::uuid
      ORDER BY lower(f.name), f.id`,
    [userId],
  );
}

export function countFolders(db: PrismaTx, userId: string, category: CategoryId): Promise<number> {
  return db.savedContentFolder.count({ where: { userId, category } });
}

/** The names of a category's folders, in no order. */
export async function namesIn(
  db: PrismaTx,
  userId: string,
  category: CategoryId,
): Promise<string[]> {
  const folders = await db.savedContentFolder.findMany({
    where: { userId, category },
    select: { name: true },
  });
  return folders.map(({ name }) => name);
}

/** Whether one of these is this user's. */
export async function hasOneOf(
  db: PrismaTx,
  userId: string,
  ids: readonly string[],
): Promise<boolean> {
  const where = { userId, id: { in: [...ids] } };
  return (await db.savedContentFolder.findFirst({ where, select: { id: true } })) !== null;
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
  // SQL: it locks the row.
  const rows = await tx.query(
    `SELECT 1 FROM saved_content_folders
      WHERE id = $1::uuid AND user_id = $2::uuid AND category = $3::content_category FOR KEY SHARE`,
    [id, userId, category],
  );
  return rows.length > 0;
}

/** `createdAt` is given where it was made elsewhere. @throws AppError `conflict` when the category has a folder of this name. */
export async function insertFolder(
  db: PrismaTx,
  userId: string,
  folder: ContentFolder & { createdAt?: Date },
): Promise<void> {
  await ownName(
    db.savedContentFolder.create({ data: { ...folder, userId }, select: { id: true } }),
  );
}

/** Null when it is not there or not this user's. @throws AppError `conflict` */
export async function updateName(
  db: PrismaTx,
  userId: string,
  id: string,
  name: string,
): Promise<ContentFolder | null> {
  const [folder] = await ownName(
    db.savedContentFolder.updateManyAndReturn({
      where: { id, userId },
      data: { name },
      select: FOLDER,
    }),
  );
  return folder ?? null;
}

/** What was in it lies in its category then: the foreign key sees to it. False when there is none to delete. */
export async function removeFolder(db: PrismaTx, userId: string, id: string): Promise<boolean> {
  const { count } = await db.savedContentFolder.deleteMany({ where: { id, userId } });
  return count > 0;
}

async function ownName<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isUniqueViolation(error, 'saved_content_folders_name')) throw error;
    throw new AppError('conflict', copyTexts.folderNameTaken);
  }
}
