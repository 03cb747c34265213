// Owns two_factor, whose secrets are encrypted, each for its row and its column, and backup_codes.
import { randomInt } from 'node:crypto';

import { sql, type Sql } from '~/lib/db/index.server';
import { decrypt, encrypt, encryptedByPresentKey, keyedHash } from '~/lib/encryption.server';

import { spaced } from './code-shape';
import type { TwoFactorState } from './two-factor';

/** How long an app may take to be set up. */
const PENDING_MS = 30 * 60_000;

const place = (column: 'secret' | 'pending', userId: string) => `two_factor.${column}:${userId}`;

export interface ActiveTwoFactor {
  secret: string;
  /** The secret as it is kept: it tells whether another one has taken its place. */
  kept: string;
}

export async function isTwoFactorOn(on: Sql, userId: string): Promise<boolean> {
  return (await enabledSince(on, userId)) !== null;
}

export async function enabledSince(on: Sql, userId: string): Promise<Date | null> {
  const [row] = await on.query<{ enabled_at: Date | null }>(
    'SELECT enabled_at FROM two_factor WHERE user_id = $1::uuid',
    [userId],
  );
  return row?.enabled_at ?? null;
}

/** How many people can't sign in with two factors, because ENCRYPTION_KEY is another one now. */
export async function countUnreadableSecrets(): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM two_factor WHERE enabled_at IS NOT NULL AND secret NOT LIKE $1',
    [encryptedByPresentKey()],
  );
  return row?.count ?? 0;
}

/** @throws Undecipherable */
export async function findActive(userId: string): Promise<ActiveTwoFactor | null> {
  const [row] = await sql.query<{ secret: string }>(
    `SELECT secret FROM two_factor
      WHERE user_id = $1::uuid AND enabled_at IS NOT NULL AND secret IS NOT NULL`,
    [userId],
  );
  return row ? { secret: decrypt(row.secret, place('secret', userId)), kept: row.secret } : null;
}

/** False when a code of this half minute or a later one was taken already, or another app has taken its place. */
export async function takeStep(
  on: Sql,
  userId: string,
  { kept, step }: { kept: string; step: number },
): Promise<boolean> {
  const rows = await on.query(
    `UPDATE two_factor SET last_step = $3
      WHERE user_id = $1::uuid AND secret = $2 AND last_step < $3 RETURNING user_id`,
    [userId, kept, step],
  );
  return rows.length > 0;
}

/** Keeps the secret of an app that is being set up, in place of one that was begun before. */
export async function keepPending(userId: string, secret: string, now: Date): Promise<void> {
  await sql.query(
    `INSERT INTO two_factor (user_id, pending_secret, pending_at) VALUES ($1::uuid, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET pending_secret = $2, pending_at = $3`,
    [userId, encrypt(secret, place('pending', userId)), now],
  );
}

/** @throws Undecipherable */
export async function findPending(userId: string, now: Date): Promise<ActiveTwoFactor | null> {
  const [row] = await sql.query<{ pending_secret: string }>(
    `SELECT pending_secret FROM two_factor
      WHERE user_id = $1::uuid AND pending_secret IS NOT NULL AND pending_at > $2`,
    [userId, new Date(now.getTime() - PENDING_MS)],
  );
  return row
    ? { secret: decrypt(row.pending_secret, place('pending', userId)), kept: row.pending_secret }
    : null;
}

/** The app that was being set up counts from now on. False when another one was begun, or another tab was first. */
export async function enable(
  tx: Sql,
  userId: string,
  { secret, kept, step, now }: ActiveTwoFactor & { step: number; now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE two_factor
        SET secret = $3, enabled_at = $4, last_step = $5, pending_secret = NULL, pending_at = NULL
      WHERE user_id = $1::uuid AND pending_secret = $2 RETURNING user_id`,
    [userId, kept, encrypt(secret, place('secret', userId)), now, step],
  );
  return rows.length > 0;
}

/** False when there was nothing to take away. */
export async function removeTwoFactor(tx: Sql, userId: string): Promise<boolean> {
  const rows = await tx.query<{ was_on: boolean }>(
    'DELETE FROM two_factor WHERE user_id = $1::uuid RETURNING enabled_at IS NOT NULL AS was_on',
    [userId],
  );
  return rows[0]?.was_on ?? false;
}

const BACKUP_CODES = 10;
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
  while (codes.size < BACKUP_CODES) codes.add(newCode());
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

/** Null where it is off. */
export async function twoFactorState(userId: string): Promise<TwoFactorState | null> {
  const since = await enabledSince(sql, userId);
  if (since === null) return null;
  return { since: since.toISOString(), backupCodes: await countBackupCodes(sql, userId) };
}

/** Whether a code is asked for beside this user's password. */
export async function needsCode(userId: string): Promise<boolean> {
  return (await enabledSince(sql, userId)) !== null;
}
