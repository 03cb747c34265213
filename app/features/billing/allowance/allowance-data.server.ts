// Owns `monthly_allowances`: how many tokens users get each month while METERING=allowance.
import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { MonthlyAllowance } from '~/lib/prisma/client';
import { type Owned, userScope, type UserScope } from '~/lib/scope';

export type AllowanceRow = Owned<MonthlyAllowance>;

/** How many tokens a month; 0 for none. */
export async function readAllowance(userId: UserScope): Promise<number> {
  const row = await prisma.monthlyAllowance.findUnique({
    where: { userId },
    select: { tokens: true },
  });
  return row?.tokens ?? 0;
}

/** `readAllowance`, locking the row until the transaction ends. SQL: locks the row. */
export async function lockAllowance(sql: Sql, userId: UserScope): Promise<number> {
  const [row] = await sql.query<Pick<MonthlyAllowance, 'tokens'>>(
    'SELECT tokens FROM monthly_allowances WHERE user_id = $1::uuid FOR UPDATE',
    [userId],
  );
  return row?.tokens ?? 0;
}

/** A new allowance starts its first month now; an existing one gets another amount. */
export async function putAllowance(
  tx: PrismaTx,
  userId: UserScope,
  tokens: number,
  now: Date,
): Promise<AllowanceRow> {
  const row = await tx.monthlyAllowance.upsert({
    where: { userId },
    create: { userId, tokens, beganAt: now, grantedUntil: now },
    update: { tokens },
  });
  return { ...row, userId: userScope(row.userId) };
}

export async function deleteAllowance(tx: PrismaTx, userId: UserScope): Promise<void> {
  await tx.monthlyAllowance.deleteMany({ where: { userId } });
}

/** Locks one whose month is over; null when none is left that isn't locked. SQL: skips what is locked. */
export async function lockDueAllowance(sql: Sql, now: Date): Promise<AllowanceRow | null> {
  const [row] = await sql.query<AllowanceRow>(
    `SELECT user_id, tokens, began_at, granted_until FROM monthly_allowances
      WHERE granted_until <= $1::timestamptz
      ORDER BY granted_until LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [now],
  );
  return row ?? null;
}

export async function setGrantedUntil(
  tx: PrismaTx,
  userId: UserScope,
  grantedUntil: Date,
): Promise<void> {
  await tx.monthlyAllowance.updateMany({ where: { userId }, data: { grantedUntil } });
}
