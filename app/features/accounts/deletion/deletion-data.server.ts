// Owns `account_deletions`. The public links of its users open nothing (features/chat/sharing).
import { prisma, type PrismaTx, type Sql, sql } from '~/lib/db/index.server';
import type { AccountDeletion } from '~/lib/prisma/client';
import { type Owned, userScope, type UserScope } from '~/lib/scope';

/** `dueAt` is null if the request is only recorded. */
export type DeletionRow = Pick<AccountDeletion, 'requestedAt' | 'dueAt' | 'startedAt'>;

/** SQL: hot path, read with each page. */
export async function findDeletion(userId: UserScope): Promise<DeletionRow | null> {
  const [row] = await sql.query<DeletionRow>(
    `SELECT requested_at, due_at, started_at FROM account_deletions WHERE user_id = $1::uuid`,
    [userId],
    { prepared: true },
  );
  return row ?? null;
}

/** False if there is an earlier request, which stays as it is. */
export async function insertDeletion(
  tx: PrismaTx,
  userId: UserScope,
  { requestedAt, dueAt }: Pick<DeletionRow, 'requestedAt' | 'dueAt'>,
): Promise<boolean> {
  const { count } = await tx.accountDeletion.createMany({
    data: [{ userId, requestedAt, dueAt }],
    skipDuplicates: true,
  });
  return count > 0;
}

/** Makes the deletion due now, whether or not it was requested before. SQL: an upsert that keeps an earlier date. */
export async function makeDue(userId: UserScope, now: Date): Promise<void> {
  await sql.query(
    `INSERT INTO account_deletions (user_id, requested_at, due_at) VALUES ($1::uuid, $2::timestamptz, $2::timestamptz)
     ON CONFLICT (user_id) DO UPDATE SET due_at = least(account_deletions.due_at, $2::timestamptz)`,
    [userId, now],
  );
}

/** False if there is no request that can still be withdrawn. */
export async function withdrawDeletion(tx: PrismaTx, userId: UserScope): Promise<boolean> {
  const { count } = await tx.accountDeletion.deleteMany({ where: { userId, startedAt: null } });
  return count > 0;
}

/** The users whose accounts are due to be removed, including those whose removal was interrupted. */
export async function findDue(now: Date, limit: number): Promise<UserScope[]> {
  const rows = await prisma.accountDeletion.findMany({
    where: { dueAt: { lte: now }, removedAt: null },
    orderBy: [{ dueAt: 'asc' }, { userId: 'asc' }],
    take: limit,
    select: { userId: true },
  });
  return rows.map(({ userId }) => userScope(userId));
}

/** From now on the request can't be withdrawn; false if it already was. SQL: keeps the time of the first attempt. */
export async function markStarted(userId: UserScope, now: Date): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE account_deletions SET started_at = coalesce(started_at, $2::timestamptz)
      WHERE user_id = $1::uuid AND due_at <= $2::timestamptz RETURNING user_id`,
    [userId, now],
  );
  return rows.length > 0;
}

/** `email` is null if the user's row was already gone. SQL: joins the transaction that deletes that row. */
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

/**
 * The users whose rows were deleted by then, with the addresses that they had, unless another account has those by now.
 * SQL: joins by the address, which is no relation of the schema.
 */
export function findRemoved(
  before: Date,
): Promise<Owned<Pick<AccountDeletion, 'userId' | 'email'>>[]> {
  return sql.query(
    `SELECT d.user_id, CASE WHEN u.id IS NULL THEN d.email END AS email
       FROM account_deletions d LEFT JOIN users u ON u.email = d.email
      WHERE d.removed_at <= $1::timestamptz ORDER BY d.removed_at, d.user_id`,
    [before],
  );
}

/** The last trace of a removed account. */
export async function deleteDeletionRequest(userId: UserScope): Promise<void> {
  await prisma.accountDeletion.deleteMany({ where: { userId, removedAt: { not: null } } });
}
