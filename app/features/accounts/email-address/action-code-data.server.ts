// Owns the action_codes table. An email's link carries a code; the table has only its SHA-256.
import { createHash, randomBytes } from 'node:crypto';

import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { ActionCode, ActionCodePurpose } from '~/lib/prisma/client';
import { userScope, type UserScope } from '~/lib/scope';
import { DAY_MS, HOUR_MS } from '~/lib/time';

import { PROVIDER_TEXTS } from '../texts';

export type CodePurpose = ActionCodePurpose;

/** How long a code is valid. */
export const CODE_LIFETIME_MS: Record<CodePurpose, number> = {
  verify_email: DAY_MS,
  reset_password: HOUR_MS,
  change_email: DAY_MS,
};

/** Until then, the link of an expired or used code can say what is wrong with it; after that, the code is unknown. */
const KEPT_AFTER_EXPIRY_MS = 7 * DAY_MS;

const CODE_BYTES = 32;
/** Nothing else can be a code, so it isn't looked up. */
const CODE = /^[\w-]{43}$/;

/** `email` is the address that the code is sent to; for change_email, the new one. */
type CodeOf = Pick<ActionCode, 'purpose' | 'email'> & { userId: UserScope };

export interface NewCode extends CodeOf {
  now?: Date;
}

export type OpenCode = CodeOf;

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** Returns a new code, of which only the hash is stored. Earlier codes stay valid until one of them is used. */
export async function issueCode({
  userId,
  purpose,
  email,
  now = new Date(),
}: NewCode): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  const expiresAt = new Date(now.getTime() + CODE_LIFETIME_MS[purpose]);
  await prisma.actionCode.create({
    data: { id: hashOf(code), userId, purpose, email, createdAt: now, expiresAt },
    select: { id: true },
  });
  return code;
}

function findCode(code: string, db: PrismaTx) {
  if (!CODE.test(code)) return null;
  return db.actionCode.findUnique({
    where: { id: hashOf(code) },
    select: {
      userId: true,
      purpose: true,
      email: true,
      expiresAt: true,
      usedAt: true,
      user: { select: { email: true, emailVerified: true, disabledAt: true } },
    },
  });
}

type CodeRow = NonNullable<Awaited<ReturnType<typeof findCode>>>;

function openOrThrow(row: CodeRow | null, purposes: readonly CodePurpose[], now: Date): OpenCode {
  if (!row || row.usedAt !== null || !purposes.includes(row.purpose)) throw invalid();
  // The owner of that mailbox no longer has a say in the account.
  if (row.purpose !== 'change_email' && row.email !== row.user.email) throw invalid();
  if (row.expiresAt <= now) {
    throw new AppError('invalid', PROVIDER_TEXTS['expired-action-code']);
  }
  return { userId: userScope(row.userId), email: row.email, purpose: row.purpose };
}

function invalid(): AppError {
  return new AppError('invalid', PROVIDER_TEXTS['invalid-action-code']);
}

/**
 * What an unused code is for, without using it.
 * @throws AppError `invalid`, whose text says that the code expired, or that it was used or is unknown
 */
export async function inspectCode(
  code: string,
  purposes: readonly CodePurpose[],
  now = new Date(),
): Promise<OpenCode> {
  return openOrThrow(await findCode(code, prisma), purposes, now);
}

/** The address that a used code confirmed, if the account still has it; otherwise null. */
export async function confirmedAddress(
  code: string,
  purposes: readonly CodePurpose[],
): Promise<string | null> {
  const row = await findCode(code, prisma);
  if (!row || row.usedAt === null || !purposes.includes(row.purpose)) return null;
  const { email, emailVerified, disabledAt } = row.user;
  return row.email === email && emailVerified && disabledAt === null ? email : null;
}

/**
 * Uses the code up, and with it the user's other codes for the same purpose.
 * SQL: locks the user's row until the transaction ends.
 * @throws AppError `invalid`, whose text says that the code expired, or that it was used or is unknown
 */
export async function consumeCode(
  tx: PrismaTx,
  sql: Sql,
  code: string,
  purposes: readonly CodePurpose[],
  now = new Date(),
): Promise<OpenCode> {
  const { userId } = openOrThrow(await findCode(code, tx), purposes, now);
  // If two of the user's links are used at once, the second waits here and then finds its code used.
  await sql.query('SELECT 1 FROM users WHERE id = $1::uuid FOR NO KEY UPDATE', [userId]);
  const open = openOrThrow(await findCode(code, tx), purposes, now);
  await endCodes(tx, userId, [open.purpose], now);
  return open;
}

/** Ends the user's unused codes for these purposes. */
export async function endCodes(
  tx: PrismaTx,
  userId: UserScope,
  purposes: CodePurpose[],
  now = new Date(),
): Promise<void> {
  await tx.actionCode.updateMany({
    where: { userId, purpose: { in: purposes }, usedAt: null },
    data: { usedAt: now },
  });
}

/** A job: deletes codes about which no one needs to be told any more. */
export async function purgeActionCodes(now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_AFTER_EXPIRY_MS);
  await prisma.actionCode.deleteMany({ where: { expiresAt: { lte: before } } });
}
