import { softDeletion } from '~/engine/user-data/index.server';
import { prisma, type PrismaTx, type Sql, type SqlValue } from '~/lib/db/index.server';
import type { Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import { CATEGORY_IDS } from '../../formats/categories';
import { formatById } from '../../formats/formats';
import type { ContentItem, ContentPlace } from './content';

// Owns `saved_contents`. Every condition has the owner, and none finds a deleted content.

const ITEM = {
  id: true,
  category: true,
  folderId: true,
  title: true,
  format: true,
  demo: true,
  createdAt: true,
  updatedAt: true,
  version: true,
} satisfies Prisma.SavedContentSelect;

/** With what lists don't need. */
const TEXT = {
  ...ITEM,
  content: true,
  imageId: true,
  profileId: true,
  ignoredFindings: true,
} satisfies Prisma.SavedContentSelect;

type ItemRow = Prisma.SavedContentGetPayload<{ select: typeof ITEM }>;
type TextRow = Prisma.SavedContentGetPayload<{ select: typeof TEXT }>;

/** The same columns for SQL, of `saved_contents c`. */
const ITEM_COLUMNS = `c.id, c.category, c.folder_id, c.title, c.format, c.demo,
  c.created_at, c.updated_at, c.version`;

/** A content as lists show it, or one with its text. */
function toItem<Row extends ItemRow>(row: Row) {
  return {
    ...row,
    // Null for a format that no longer exists.
    format: formatById(row.format)?.id ?? null,
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  };
}

export interface ContentRow extends ContentItem {
  content: string;
  imageId: string | null;
  profileId: string | null;
  ignoredFindings: string[];
}

/** The contents of a place, or those whose title or text contains a string. */
export type ContentSelection = ContentPlace | { text: string };

export interface ListPosition {
  /** The sort date in milliseconds. */
  date: number;
  id: string;
}

/** Newest first, starting after `after`, without texts. SQL: the search is by an expression that has an index. */
export async function listContents(
  sql: Sql,
  userId: UserScope,
  selection: ContentSelection,
  after: ListPosition | null,
  limit: number,
): Promise<ContentItem[]> {
  const values: SqlValue[] = [];
  const value = (parameter: SqlValue) => `$${values.push(parameter)}`;
  const parts = [`c.user_id = ${value(userId)}::uuid`, 'c.deleted_at IS NULL'];
  if ('text' in selection) {
    const pattern = `%${selection.text.replace(/[\\%_]/g, '\\$&')}%`;
    parts.push(`lower(c.title || E'\\n' || c.content) LIKE lower(${value(pattern)})`);
  } else {
    const { category, folderId } = selection;
    parts.push(`c.category = ${value(category)}::content_category`);
    parts.push(
      folderId === null ? 'c.folder_id IS NULL' : `c.folder_id = ${value(folderId)}::uuid`,
    );
  }
  if (after) {
    const position = `(${value(new Date(after.date))}::timestamptz, ${value(after.id)}::uuid)`;
    parts.push(`(c.created_at, c.id) < ${position}`);
  }
  const rows = await sql.query<ItemRow>(
    `SELECT ${ITEM_COLUMNS} FROM saved_contents c WHERE ${parts.join(' AND ')}
      ORDER BY c.created_at DESC, c.id DESC LIMIT ${value(limit)}::int`,
    values,
  );
  return rows.map(toItem);
}

/** The beginning of each category's own list. SQL: Prisma would need a query per category. */
export async function listCategories(
  sql: Sql,
  userId: UserScope,
  limit: number,
): Promise<ContentItem[]> {
  const rows = await sql.query<ItemRow>(
    `SELECT i.* FROM unnest($2::text[]) AS place(category) CROSS JOIN LATERAL (
       SELECT ${ITEM_COLUMNS} FROM saved_contents c
        WHERE c.user_id = $1::uuid AND c.category = place.category::content_category
          AND c.folder_id IS NULL AND c.deleted_at IS NULL
        ORDER BY c.created_at DESC, c.id DESC LIMIT $3::int
     ) i`,
    [userId, CATEGORY_IDS, limit],
  );
  return rows.map(toItem);
}

/** The beginning of each folder's list. SQL: Prisma would number all contents of every folder. */
export async function listFolderContents(
  sql: Sql,
  userId: UserScope,
  limit: number,
): Promise<ContentItem[]> {
  const rows = await sql.query<ItemRow>(
    `SELECT i.* FROM saved_content_folders f CROSS JOIN LATERAL (
       SELECT ${ITEM_COLUMNS} FROM saved_contents c
        WHERE c.user_id = $1::uuid AND c.category = f.category
          AND c.folder_id = f.id AND c.deleted_at IS NULL
        ORDER BY c.created_at DESC, c.id DESC LIMIT $2::int
     ) i WHERE f.user_id = $1::uuid`,
    [userId, limit],
  );
  return rows.map(toItem);
}

/** The contents that were edited last, in any place. */
export async function listRecent(userId: UserScope, limit: number): Promise<ContentItem[]> {
  const rows = await prisma.savedContent.findMany({
    where: { userId, deletedAt: null },
    select: ITEM,
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return rows.map(toItem);
}

export async function hasContents(userId: UserScope): Promise<boolean> {
  const found = await prisma.savedContent.findFirst({
    where: { userId, deletedAt: null },
    select: { id: true },
  });
  return found !== null;
}

/** The caller must have checked the place in the same transaction. */
export async function insertContent(
  tx: PrismaTx,
  userId: UserScope,
  content: ContentPlace &
    Pick<
      ContentRow,
      'id' | 'title' | 'content' | 'format' | 'demo' | 'imageId' | 'profileId' | 'ignoredFindings'
    >,
): Promise<ContentItem> {
  return toItem(await tx.savedContent.create({ data: { ...content, userId }, select: ITEM }));
}

/** Null when the user has no such content. */
export async function readItem(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
): Promise<ContentItem | null> {
  const where = { id, userId, deletedAt: null };
  const row = await tx.savedContent.findFirst({ where, select: ITEM });
  return row && toItem(row);
}

/** With its text; null when the user has no such content. */
export async function readContent(
  userId: UserScope,
  id: string,
  db: Pick<PrismaTx, 'savedContent'> = prisma,
): Promise<ContentRow | null> {
  const where = { id, userId, deletedAt: null };
  const row = await db.savedContent.findFirst({ where, select: TEXT });
  return row && toItem(row);
}

/** What a brand's knowledge reads of a content. */
export async function readContentSource(
  db: Pick<PrismaTx, 'savedContent'>,
  userId: UserScope,
  id: string,
): Promise<{ title: string; text: string } | null> {
  const where = { id, userId, deletedAt: null };
  const select = { title: true, content: true };
  const row = await db.savedContent.findFirst({ where, select });
  return row && { title: row.title, text: row.content };
}

/** Locks a content, as every change to its text must do first; null when the user has no such content. SQL: locks the row. */
export async function lockContent(
  sql: Sql,
  userId: UserScope,
  id: string,
): Promise<ContentRow | null> {
  const [row] = await sql.query<TextRow>(
    `SELECT ${ITEM_COLUMNS}, c.content, c.image_id, c.profile_id, c.ignored_findings
       FROM saved_contents c
      WHERE c.id = $1::uuid AND c.user_id = $2::uuid AND c.deleted_at IS NULL FOR UPDATE`,
    [id, userId],
  );
  return row ? toItem(row) : null;
}

/** Writes the next version of a locked content. */
export async function updateContent(
  tx: PrismaTx,
  userId: UserScope,
  old: ContentItem,
  { title, content }: { title: string; content: string },
): Promise<ContentItem> {
  const item = await updateItem(tx, userId, old.id, {
    title,
    content,
    version: { increment: 1 },
    // Even if the clock was set back, a text must not become older than the one it replaces.
    updatedAt: new Date(Math.max(Date.now(), old.updatedAt)),
  });
  if (!item) throw new Error('the locked content is gone');
  return item;
}

/** Null when the user has no such content. The caller must have checked a new place. */
export async function updateItem(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
  data: Prisma.SavedContentUncheckedUpdateManyInput,
): Promise<ContentItem | null> {
  const where = { id, userId, deletedAt: null };
  const [row] = await tx.savedContent.updateManyAndReturn({ where, data, select: ITEM });
  return row ? toItem(row) : null;
}

export const deletion = softDeletion('saved_contents');

/** Undoes a deletion; null when there is nothing left to restore. */
export async function restoreContent(
  tx: PrismaTx,
  sql: Sql,
  userId: UserScope,
  id: string,
): Promise<ContentItem | null> {
  const [restored] = await deletion.restore(sql, userId, [id]);
  return restored === undefined ? null : readItem(tx, userId, restored);
}
