import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

// Owns `account_deletions`. Links of whoever is in it open nothing (app/features/sharing).

export interface DeletionRow {
  requestedAt: Date;
  /** Null: only recorded. */
  dueAt: Date | null;
  startedAt: Date | null;
}

const COLUMNS = `requested_at, due_at, started_at`;

export async function findDeletion(sql: Sql, userId: UserScope): Promise<DeletionRow | null> {
  const [row] = await sql.query<DeletionRow>(
    `SELECT ${COLUMNS} FROM account_deletions WHERE user_id = $1::uuid`,
    [userId],
    // Asked with each page.
    { prepared: true },
  );
  return row ?? null;
}

/** Leaves an earlier request as it is; tells whether this was the first. */
export async function insertDeletion(
  tx: Sql,
  userId: UserScope,
  { requestedAt, dueAt }: { requestedAt: Date; dueAt: Date | null },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO account_deletions (user_id, requested_at, due_at)
     VALUES ($1::uuid, $2::timestamptz, $3::timestamptz) ON CONFLICT (user_id) DO NOTHING RETURNING user_id`,
    [userId, requestedAt, dueAt],
  );
  return rows.length > 0;
}

/** Due at this moment, whether or not anyone asked before. */
export async function makeDue(sql: Sql, userId: UserScope, now: Date): Promise<void> {
  await sql.query(
    `INSERT INTO account_deletions (user_id, requested_at, due_at) VALUES ($1::uuid, $2::timestamptz, $2::timestamptz)
     ON CONFLICT (user_id) DO UPDATE SET due_at = least(account_deletions.due_at, $2::timestamptz)`,
    [userId, now],
  );
}

/** False when there is none that can still be taken back. */
export async function withdrawDeletion(tx: Sql, userId: UserScope): Promise<boolean> {
  const rows = await tx.query(
    'DELETE FROM account_deletions WHERE user_id = $1::uuid AND started_at IS NULL RETURNING user_id',
    [userId],
  );
  return rows.length > 0;
}

/** Whose accounts are to be removed by now, with those whose removal was interrupted. */
export async function findDue(sql: Sql, now: Date, limit: number): Promise<UserScope[]> {
  const rows = await sql.query<{ userId: UserScope }>(
    `SELECT user_id FROM account_deletions
      WHERE due_at <= $1::timestamptz AND removed_at IS NULL ORDER BY due_at, user_id LIMIT $2::int`,
    [now, limit],
  );
  return rows.map(({ userId }) => userId);
}

/** From now on it cannot be taken back; false when it was, meanwhile. */
export async function markStarted(sql: Sql, userId: UserScope, now: Date): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE account_deletions SET started_at = coalesce(started_at, $2::timestamptz)
      WHERE user_id = $1::uuid AND due_at <= $2::timestamptz RETURNING user_id`,
    [userId, now],
  );
  return rows.length > 0;
}

/** `email` is null when the row was gone before. */
export async function markRemoved(
  tx: Sql,
  removed: { userId: UserScope; email: string | null },
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE account_deletions SET removed_at = $2::timestamptz, email = coalesce($3::text, email)
      WHERE user_id = $1::uuid`,
    [removed.userId, now, removed.email],
  );
}

/** Whose rows went before then, and the addresses that they had, unless another account has them by now. */
export function findRemoved(
  sql: Sql,
  before: Date,
): Promise<{ userId: UserScope; email: string | null }[]> {
  return sql.query(
    `SELECT d.user_id, CASE WHEN u.id IS NULL THEN d.email END AS email
       FROM account_deletions d LEFT JOIN users u ON u.email = d.email
      WHERE d.removed_at <= $1::timestamptz ORDER BY d.removed_at, d.user_id`,
    [before],
  );
}

/** Nothing is left of the user, this neither. */
export async function deleteDeletionRequest(sql: Sql, userId: UserScope): Promise<void> {
  await sql.query(
    'DELETE FROM account_deletions WHERE user_id = $1::uuid AND removed_at IS NOT NULL',
    [userId],
  );
}
