import type { Sql, SqlValue } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import type { ContentVersion } from '../content/content';

// Owns `saved_content_versions`. The owner is part of every condition.

interface VersionRow {
  id: string;
  title: string;
  writtenAt: Date;
  createdAt: Date;
}

/** When the newest version was put away; null while there is none. */
export async function newestVersionAt(
  tx: Sql,
  userId: UserScope,
  contentId: string,
): Promise<number | null> {
  const [row] = await tx.query<{ createdAt: Date }>(
    `SELECT created_at AS "createdAt" FROM saved_content_versions
      WHERE user_id = $1::uuid AND content_id = $2::uuid
      ORDER BY created_at DESC, id DESC LIMIT 1`,
    [userId, contentId],
  );
  return row?.createdAt.getTime() ?? null;
}

export interface NewVersion {
  id: string;
  contentId: string;
  title: string;
  content: string;
  writtenAt: number;
}

export async function insertVersion(
  tx: Sql,
  userId: UserScope,
  version: NewVersion,
): Promise<void> {
  await tx.query(
    `INSERT INTO saved_content_versions (id, user_id, content_id, title, content, written_at, created_at)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6::timestamptz,
             date_trunc('milliseconds', clock_timestamp()))`,
    [
      version.id,
      userId,
      version.contentId,
      version.title,
      version.content,
      new Date(version.writtenAt),
    ],
  );
}

/** Removes all but the newest. */
export async function removeOldVersions(
  tx: Sql,
  userId: UserScope,
  contentId: string,
  keep: number,
): Promise<void> {
  await tx.query(
    `DELETE FROM saved_content_versions v WHERE v.user_id = $1::uuid AND v.id IN (
       SELECT id FROM saved_content_versions WHERE user_id = $1::uuid AND content_id = $2::uuid
        ORDER BY created_at DESC, id DESC OFFSET $3::int
     )`,
    [userId, contentId, keep],
  );
}

/** Newest first, from `after` on, without texts. */
export async function listVersions(
  sql: Sql,
  userId: UserScope,
  contentId: string,
  after: { date: number; id: string } | null,
  limit: number,
): Promise<ContentVersion[]> {
  const values: SqlValue[] = [userId, contentId, limit];
  if (after) values.push(new Date(after.date), after.id);
  const rows = await sql.query<VersionRow>(
    `SELECT id, title, written_at AS "writtenAt", created_at AS "createdAt"
       FROM saved_content_versions
      WHERE user_id = $1::uuid AND content_id = $2::uuid
        ${after ? 'AND (created_at, id) < ($4::timestamptz, $5::uuid)' : ''}
      ORDER BY created_at DESC, id DESC LIMIT $3::int`,
    values,
  );
  return rows.map(({ id, title, writtenAt, createdAt }) => ({
    id,
    title,
    writtenAt: writtenAt.getTime(),
    createdAt: createdAt.getTime(),
  }));
}

/** Null when this content of this user's has no such version. */
export async function readVersion(
  sql: Sql,
  userId: UserScope,
  contentId: string,
  id: string,
): Promise<{ title: string; content: string } | null> {
  const [row] = await sql.query<{ title: string; content: string }>(
    `SELECT v.title, v.content FROM saved_content_versions v
      WHERE v.id = $1::uuid AND v.user_id = $2::uuid AND v.content_id = $3::uuid`,
    [id, userId, contentId],
  );
  return row ?? null;
}
