// Owns the backup_codes table.
import { randomInt } from 'node:crypto';

import type { Sql } from '~/lib/db/index.server';
import { keyedHash } from '~/lib/encryption.server';

import { spaced } from './code-shape';

const COUNT = 10;
const LENGTH = 10;
/** None that is taken for another when it is read from paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

function newCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

function idOf(userId: string, code: string): string {
  return keyedHash(`backup code of ${userId}: ${code}`);
}

/** Makes new ones in place of all that were; they are known now and never again. */
export async function replaceBackupCodes(tx: Sql, userId: string, now: Date): Promise<string[]> {
  await deleteBackupCodes(tx, userId);
  const codes = new Set<string>();
  while (codes.size < COUNT) codes.add(newCode());
  const ids = [...codes].map((code) => idOf(userId, code));
  await tx.query(
    `INSERT INTO backup_codes (id, user_id, created_at)
     SELECT id, $2::uuid, $3 FROM unnest($1::text[]) AS made (id)`,
    [ids, userId, now],
  );
  return [...codes].map(spaced);
}

export async function deleteBackupCodes(tx: Sql, userId: string): Promise<void> {
  await tx.query('DELETE FROM backup_codes WHERE user_id = $1::uuid', [userId]);
}

/** True for one of two that come at once, and never again. */
export async function consumeBackupCode(
  on: Sql,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const rows = await on.query(
    `UPDATE backup_codes SET used_at = $3
      WHERE id = $1 AND user_id = $2::uuid AND used_at IS NULL RETURNING id`,
    [idOf(userId, code), userId, now],
  );
  return rows.length > 0;
}

export async function countBackupCodes(on: Sql, userId: string): Promise<number> {
  const [row] = await on.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM backup_codes WHERE user_id = $1::uuid AND used_at IS NULL',
    [userId],
  );
  return row?.count ?? 0;
}
