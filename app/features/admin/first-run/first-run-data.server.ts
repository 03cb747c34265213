// Owns the first_run table: one row. That the first admin closes it is seen to by the database, see its migration.
import { sql, type Sql } from '~/lib/db/index.server';

/** False for ever once there has been an admin. */
export async function isFirstRun(): Promise<boolean> {
  const rows = await sql.query('SELECT 1 FROM first_run WHERE closed_at IS NULL');
  return rows.length > 0;
}

/** The code of this start takes the place of the one before. False once there has been an admin. */
export async function keepCode(codeHash: string): Promise<boolean> {
  const rows = await sql.query(
    'UPDATE first_run SET code_hash = $1 WHERE closed_at IS NULL RETURNING id',
    [codeHash],
  );
  return rows.length > 0;
}

export async function isCode(codeHash: string): Promise<boolean> {
  const rows = await sql.query(
    'SELECT 1 FROM first_run WHERE code_hash = $1 AND closed_at IS NULL',
    [codeHash],
  );
  return rows.length > 0;
}

/** Uses the code up. False when it is another one, or someone else was first. */
export async function closeFirstRun(tx: Sql, codeHash: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE first_run SET closed_at = $2, code_hash = NULL
      WHERE code_hash = $1 AND closed_at IS NULL RETURNING id`,
    [codeHash, now],
  );
  return rows.length > 0;
}
