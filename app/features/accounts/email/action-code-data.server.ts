// Owns the action_codes table. A code goes out in an email and comes back in its link; the table knows its SHA-256 only.
import { createHash, randomBytes } from 'node:crypto';

import { sql, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';
import { HOUR_MS } from '~/lib/time';

import { PROVIDER_TEXTS } from '../texts';

export type CodePurpose = 'verify_email' | 'reset_password' | 'change_email';

/** How long a code opens something. */
export const CODE_LIFETIME_MS: Record<CodePurpose, number> = {
  verify_email: 24 * HOUR_MS,
  reset_password: HOUR_MS,
  change_email: 24 * HOUR_MS,
};

/** Until then an expired or used link can say what is wrong with it; after that it is merely unknown. */
const KEPT_AFTER_EXPIRY_MS = 7 * 24 * HOUR_MS;

const CODE_BYTES = 32;
/** Anything else is no code, and need not be looked up. */
const CODE = /^[\w-]{43}$/;

export interface NewCode {
  userId: UserScope;
  purpose: CodePurpose;
  /** The address that the code is sent to; for change_email the new one. */
  email: string;
  now?: Date;
}

export interface OpenCode {
  userId: UserScope;
  email: string;
  purpose: CodePurpose;
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** Makes a code and keeps its hash. Earlier codes stay good until one of them is used. */
export async function issueCode(
  on: Sql,
  { userId, purpose, email, now = new Date() }: NewCode,
): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  await on.query(
    `INSERT INTO action_codes (id, user_id, purpose, email, created_at, expires_at)
     VALUES ($1, $2::uuid, $3::action_code_purpose, $4, $5, $6)`,
    [
      hashOf(code),
      userId,
      purpose,
      email,
      now,
      new Date(now.getTime() + CODE_LIFETIME_MS[purpose]),
    ],
  );
  return code;
}

interface CodeRow {
  userId: UserScope;
  purpose: CodePurpose;
  email: string;
  expiresAt: Date;
  usedAt: Date | null;
  /** The account's address of this moment, and whether it is confirmed. */
  currentEmail: string;
  confirmed: boolean;
}

async function findCode(on: Sql, code: string): Promise<CodeRow | undefined> {
  if (!CODE.test(code)) return undefined;
  const [row] = await on.query<CodeRow>(
    `SELECT c.user_id, c.purpose, c.email, c.expires_at, c.used_at, u.email AS current_email,
            u.email_verified AND u.disabled_at IS NULL AS confirmed
       FROM action_codes c
       JOIN users u ON u.id = c.user_id
      WHERE c.id = $1`,
    [hashOf(code)],
  );
  return row;
}

function openOrThrow(
  row: CodeRow | undefined,
  purposes: readonly CodePurpose[],
  now: Date,
): OpenCode {
  if (!row || row.usedAt !== null || !purposes.includes(row.purpose)) throw invalid();
  // That mailbox's owner has no say in the account any more.
  if (row.purpose !== 'change_email' && row.email !== row.currentEmail) throw invalid();
  if (row.expiresAt <= now) {
    throw new AppError('invalid', PROVIDER_TEXTS['expired-action-code']);
  }
  return { userId: row.userId, email: row.email, purpose: row.purpose };
}

function invalid(): AppError {
  return new AppError('invalid', PROVIDER_TEXTS['invalid-action-code']);
}

/**
 * What an unused code would open, without using it.
 * @throws AppError `invalid` with the text for an expired, or for a used or unknown code
 */
export async function inspectCode(
  on: Sql,
  code: string,
  purposes: readonly CodePurpose[],
  now = new Date(),
): Promise<OpenCode> {
  return openOrThrow(await findCode(on, code), purposes, now);
}

/** The address that a used code confirmed, if its account still has that; null otherwise. */
export async function confirmedAddress(
  on: Sql,
  code: string,
  purposes: readonly CodePurpose[],
): Promise<string | null> {
  const row = await findCode(on, code);
  const holds =
    row !== undefined &&
    row.usedAt !== null &&
    purposes.includes(row.purpose) &&
    row.email === row.currentEmail &&
    row.confirmed;
  return holds ? row.email : null;
}

/**
 * Uses the code up, and with it the user's other codes of its purpose. Locks the user's row until the transaction ends.
 * @throws AppError `invalid` with the text for an expired, or for a used or unknown code
 */
export async function consumeCode(
  tx: Sql,
  code: string,
  purposes: CodePurpose | readonly CodePurpose[],
  now = new Date(),
): Promise<OpenCode> {
  const accepted = typeof purposes === 'string' ? [purposes] : purposes;
  const { userId } = openOrThrow(await findCode(tx, code), accepted, now);
  // Two links of one user at once: the second waits here, and then finds its code used.
  await tx.query('SELECT 1 FROM users WHERE id = $1::uuid FOR NO KEY UPDATE', [userId]);
  const open = openOrThrow(await findCode(tx, code), accepted, now);
  await endCodes(tx, userId, [open.purpose], now);
  return open;
}

/** Ends the user's unused codes of these purposes. */
export async function endCodes(
  on: Sql,
  userId: UserScope,
  purposes: readonly CodePurpose[],
  now = new Date(),
): Promise<void> {
  await on.query(
    `UPDATE action_codes SET used_at = $3
      WHERE user_id = $1::uuid AND purpose = ANY ($2::action_code_purpose[]) AND used_at IS NULL`,
    [userId, purposes, now],
  );
}

/** For a job: deletes what no one needs to be told about any more. */
export async function purgeActionCodes(now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_AFTER_EXPIRY_MS);
  await sql.query('DELETE FROM action_codes WHERE expires_at <= $1', [before]);
}
