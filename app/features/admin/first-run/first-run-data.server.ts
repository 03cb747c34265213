// Owns the first_run table, which has one row. A trigger on `users` closes it when there is an admin (see its migration).
import { prisma, sql, type Sql } from '~/lib/db/index.server';

/** False forever once there has been an admin. */
export async function isFirstRun(): Promise<boolean> {
  return (await prisma.firstRun.count({ where: { closedAt: null } })) > 0;
}

/**
 * Replaces the code of the previous start. False once there has been an admin. SQL: runs at every start, and
 * Prisma's first query takes 0.2 s.
 */
export async function setCode(codeHash: string): Promise<boolean> {
  const changed = await sql.query(
    `UPDATE first_run SET code_hash = $1 WHERE closed_at IS NULL RETURNING id`,
    [codeHash],
  );
  return changed.length > 0;
}

export async function isCode(codeHash: string): Promise<boolean> {
  return (await prisma.firstRun.count({ where: { codeHash, closedAt: null } })) > 0;
}

/** Uses the code up. False if it is wrong, or someone else was first. SQL: joins the transaction of the sign-up. */
export async function closeFirstRun(tx: Sql, codeHash: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE first_run SET closed_at = $2, code_hash = NULL
      WHERE code_hash = $1 AND closed_at IS NULL RETURNING id`,
    [codeHash, now],
  );
  return rows.length > 0;
}
