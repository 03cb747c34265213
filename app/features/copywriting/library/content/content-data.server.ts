import { CATEGORY_IDS, type CategoryId } from '../../formats/categories';
import { formatById, type FormatId } from '../../formats/formats';
import { softDeletion } from '~/engine/user-data/index.server';
import type { Sql, SqlValue } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import type { ContentItem, ContentPlace } from './content';

// Owns `saved_contents`. The owner is part of every condition, and a deleted one is there for no one.

interface ItemRow {
  id: string;
  category: CategoryId;
  folderId: string | null;
  title: string;
  format: string | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

const ITEM = `c.id, c.category, c.folder_id AS "folderId", c.title, c.format,
  c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.version`;
const THEIRS = `c.id = $1::uuid AND c.user_id = $2::uuid AND c.deleted_at IS NULL`;
/** PostgreSQL keeps microseconds where a Date has milliseconds: the keys of a list must be the same in both. */
const NOW = `date_trunc('milliseconds', clock_timestamp())`;

function toItem(row: ItemRow): ContentItem {
  return {
    id: row.id,
    category: row.category,
    folderId: row.folderId,
    title: row.title,
    // One that a later release may not know any more.
    format: formatById(row.format)?.id ?? null,
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
    version: row.version,
  };
}

export interface ContentRow extends ContentItem {
  content: string;
}

function toContent(row: ItemRow & { content: string }): ContentRow {
  return { ...toItem(row), content: row.content };
}

/** Which contents a list has: those of a place, or those in whose title or text a text is contained. */
export type ContentSelection = ContentPlace | { text: string };

export interface ListPosition {
  /** Milliseconds of what the list is sorted by. */
  date: number;
  id: string;
}

/** Newest first, from `after` on, without bodies. */
export async function listContents(
  sql: Sql,
  userId: UserScope,
  selection: ContentSelection,
  after: ListPosition | null,
  limit: number,
): Promise<ContentItem[]> {
  const values: SqlValue[] = [];
  const value = (given: SqlValue) => `$${values.push(given)}`;
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
    `SELECT ${ITEM} FROM saved_contents c WHERE ${parts.join(' AND ')}
      ORDER BY c.created_at DESC, c.id DESC LIMIT ${value(limit)}::int`,
    values,
  );
  return rows.map(toItem);
}

/** How each category's own list begins. */
export async function listCategories(
  sql: Sql,
  userId: UserScope,
  limit: number,
): Promise<ContentItem[]> {
  const rows = await sql.query<ItemRow>(
    `SELECT i.* FROM unnest($2::text[]) AS place(category) CROSS JOIN LATERAL (
       SELECT ${ITEM} FROM saved_contents c
        WHERE c.user_id = $1::uuid AND c.category = place.category::content_category
          AND c.folder_id IS NULL AND c.deleted_at IS NULL
        ORDER BY c.created_at DESC, c.id DESC LIMIT $3::int
     ) i`,
    [userId, CATEGORY_IDS, limit],
  );
  return rows.map(toItem);
}

/** How the list of each of the user's folders begins. */
export async function listFolderContents(
  sql: Sql,
  userId: UserScope,
  limit: number,
): Promise<ContentItem[]> {
  const rows = await sql.query<ItemRow>(
    `SELECT i.* FROM saved_content_folders f CROSS JOIN LATERAL (
       SELECT ${ITEM} FROM saved_contents c
        WHERE c.user_id = $1::uuid AND c.category = f.category
          AND c.folder_id = f.id AND c.deleted_at IS NULL
        ORDER BY c.created_at DESC, c.id DESC LIMIT $2::int
     ) i WHERE f.user_id = $1::uuid`,
    [userId, limit],
  );
  return rows.map(toItem);
}

/** What was written last, wherever it lies. */
export async function listRecent(
  sql: Sql,
  userId: UserScope,
  limit: number,
): Promise<ContentItem[]> {
  const rows = await sql.query<ItemRow>(
    `SELECT ${ITEM} FROM saved_contents c WHERE c.user_id = $1::uuid AND c.deleted_at IS NULL
      ORDER BY c.updated_at DESC, c.id DESC LIMIT $2::int`,
    [userId, limit],
  );
  return rows.map(toItem);
}

export interface NewContent extends ContentPlace {
  id: string;
  title: string;
  content: string;
  format: FormatId | null;
}

/** The place must have been looked up by the caller, in the same transaction. */
export async function insertContent(
  tx: Sql,
  userId: UserScope,
  { id, category, folderId, title, content, format }: NewContent,
): Promise<ContentItem> {
  const [row] = await tx.query<ItemRow>(
    `INSERT INTO saved_contents AS c (id, user_id, category, folder_id, title, content, format,
                                      created_at, updated_at)
     VALUES ($1::uuid, $2::uuid, $3::content_category, $4::uuid, $5, $6, $7, ${NOW}, ${NOW})
     RETURNING ${ITEM}`,
    [id, userId, category, folderId, title, content, format],
  );
  if (!row) throw new Error('the content was not stored');
  return toItem(row);
}

/** Null when it is not there or not this user's. */
export async function readItem(
  sql: Sql,
  userId: UserScope,
  id: string,
): Promise<ContentItem | null> {
  const [row] = await sql.query<ItemRow>(`SELECT ${ITEM} FROM saved_contents c WHERE ${THEIRS}`, [
    id,
    userId,
  ]);
  return row ? toItem(row) : null;
}

/** With its text; null when it is not there or not this user's. */
export async function readContent(
  sql: Sql,
  userId: UserScope,
  id: string,
): Promise<ContentRow | null> {
  const [row] = await sql.query<ItemRow & { content: string }>(
    `SELECT ${ITEM}, c.content FROM saved_contents c WHERE ${THEIRS}`,
    [id, userId],
  );
  return row ? toContent(row) : null;
}

/** Locks it, as every change of a content's text does first. */
export async function lockContent(
  tx: Sql,
  userId: UserScope,
  id: string,
): Promise<ContentRow | null> {
  const [row] = await tx.query<ItemRow & { content: string }>(
    `SELECT ${ITEM}, c.content FROM saved_contents c WHERE ${THEIRS} FOR UPDATE`,
    [id, userId],
  );
  return row ? toContent(row) : null;
}

/** The next version of a locked content. */
export async function updateContent(
  tx: Sql,
  userId: UserScope,
  id: string,
  { title, content }: { title: string; content: string },
): Promise<ContentItem> {
  const [row] = await tx.query<ItemRow>(
    `UPDATE saved_contents c
        SET title = $3, content = $4, version = c.version + 1,
            -- A clock that was put back must not make a text older than what it replaces.
            updated_at = greatest(${NOW}, c.updated_at)
      WHERE ${THEIRS} RETURNING ${ITEM}`,
    [id, userId, title, content],
  );
  if (!row) throw new Error('the locked content is gone');
  return toItem(row);
}

/** Null when it is not there or not this user's. The place must have been looked up by the caller. */
export async function updatePlace(
  tx: Sql,
  userId: UserScope,
  id: string,
  { category, folderId }: ContentPlace,
): Promise<ContentItem | null> {
  const [row] = await tx.query<ItemRow>(
    `UPDATE saved_contents c SET category = $3::content_category, folder_id = $4::uuid
      WHERE ${THEIRS} RETURNING ${ITEM}`,
    [id, userId, category, folderId],
  );
  return row ? toItem(row) : null;
}

/** Null when it is not there or not this user's. */
export async function setFormat(
  tx: Sql,
  userId: UserScope,
  id: string,
  format: FormatId | null,
): Promise<ContentItem | null> {
  const [row] = await tx.query<ItemRow>(
    `UPDATE saved_contents c SET format = $3 WHERE ${THEIRS} RETURNING ${ITEM}`,
    [id, userId, format],
  );
  return row ? toItem(row) : null;
}

export const deletion = softDeletion('saved_contents');

/** Takes a deletion back; null when there is nothing to take back any more. */
export async function restoreContent(
  tx: Sql,
  userId: UserScope,
  id: string,
): Promise<ContentItem | null> {
  const [restored] = await deletion.restore(tx, userId, [id]);
  return restored === undefined ? null : readItem(tx, userId, restored);
}
