// Owns `monthly_allowances`: who gets how many tokens each month while METERING=allowance.
// SQL: what is locked and written with the ledger, in its form of a transaction.
import { prisma, type Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

export interface AllowanceRow {
  userId: UserScope;
  tokens: number;
  /** Months are counted from here. */
  beganAt: Date;
  /** The end of the last month that was granted. */
  grantedUntil: Date;
}

const ALLOWANCE = `user_id, tokens, began_at, granted_until`;

/** How many tokens a month; 0 for none. */
export async function readAllowance(userId: UserScope): Promise<number> {
  const row = await prisma.monthlyAllowance.findUnique({
    where: { userId },
    select: { tokens: true },
  });
  return row?.tokens ?? 0;
}

/** `readAllowance`, which no one changes until the transaction's end. */
export async function lockAllowance(tx: Sql, userId: UserScope): Promise<number> {
  const [row] = await tx.query<{ tokens: number }>(
    'SELECT tokens FROM monthly_allowances WHERE user_id = $1::uuid FOR UPDATE',
    [userId],
  );
  return row?.tokens ?? 0;
}

export async function putAllowance(
  tx: Sql,
  userId: UserScope,
  tokens: number,
  now: Date,
): Promise<AllowanceRow> {
  const [row] = await tx.query<AllowanceRow>(
    `INSERT INTO monthly_allowances (user_id, tokens, began_at, granted_until)
     VALUES ($1::uuid, $2::int, $3::timestamptz, $3::timestamptz)
     ON CONFLICT (user_id) DO UPDATE SET tokens = $2::int RETURNING ${ALLOWANCE}`,
    [userId, tokens, now],
  );
  return row!;
}

export async function deleteAllowance(tx: Sql, userId: UserScope): Promise<void> {
  await tx.query('DELETE FROM monthly_allowances WHERE user_id = $1::uuid', [userId]);
}

/** One whose month is over, locked; null when there is none that no one else is at. */
export async function takeDue(tx: Sql, now: Date): Promise<AllowanceRow | null> {
  const [row] = await tx.query<AllowanceRow>(
    `SELECT ${ALLOWANCE} FROM monthly_allowances WHERE granted_until <= $1::timestamptz
      ORDER BY granted_until LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [now],
  );
  return row ?? null;
}

export async function markGranted(tx: Sql, userId: UserScope, until: Date): Promise<void> {
  await tx.query(
    'UPDATE monthly_allowances SET granted_until = $2::timestamptz WHERE user_id = $1::uuid',
    [userId, until],
  );
}
