// Owns two_factor and backup_codes. Each secret is encrypted for its row and column.
import { randomInt } from 'node:crypto';

import { prisma, type PrismaTx, sql, type Sql } from '~/lib/db/index.server';
import {
  decrypt,
  encrypt,
  encryptedByPresentKey,
  keyedHash,
} from '~/lib/security/encryption.server';
import type { UserScope } from '~/lib/scope';
import { MINUTE_MS } from '~/lib/time';

import { spaced, type TwoFactorState } from './two-factor';

/** How long setting up an app may take. */
const PENDING_MS = 30 * MINUTE_MS;

const place = (column: 'secret' | 'pending', userId: UserScope) => `two_factor.${column}:${userId}`;

export interface TwoFactorSecret {
  secret: string;
  /** The stored form, which shows whether the secret was replaced. */
  encrypted: string;
}

/** Null if two-factor sign-in is off. */
export async function enabledSince(userId: UserScope): Promise<Date | null> {
  const row = await prisma.twoFactor.findUnique({
    where: { userId },
    select: { enabledAt: true },
  });
  return row?.enabledAt ?? null;
}

/**
 * How many people can't sign in with two factors because ENCRYPTION_KEY has changed.
 * SQL: the pattern is already escaped, and Prisma would escape it again.
 */
export async function countUnreadableSecrets(): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM two_factor WHERE enabled_at IS NOT NULL AND secret NOT LIKE $1',
    [encryptedByPresentKey()],
  );
  return row?.count ?? 0;
}

function toSecret(encrypted: string | null | undefined, of: string): TwoFactorSecret | null {
  return encrypted ? { secret: decrypt(encrypted, of), encrypted } : null;
}

/** @throws Undecipherable */
export async function findActive(userId: UserScope): Promise<TwoFactorSecret | null> {
  const row = await prisma.twoFactor.findUnique({
    where: { userId, enabledAt: { not: null } },
    select: { secret: true },
  });
  return toSecret(row?.secret, place('secret', userId));
}

/** False if a code of this half minute or a later one was already used, or another app has replaced this one. */
export async function takeStep(
  userId: UserScope,
  { encrypted, step }: { encrypted: string; step: number },
): Promise<boolean> {
  const { count } = await prisma.twoFactor.updateMany({
    where: { userId, secret: encrypted, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count > 0;
}

/** Stores the secret of an app that is being set up, in place of an earlier one. */
export async function storePending(userId: UserScope, secret: string, now: Date): Promise<void> {
  const pending = { pendingSecret: encrypt(secret, place('pending', userId)), pendingAt: now };
  await prisma.twoFactor.upsert({
    where: { userId },
    create: { userId, ...pending },
    update: pending,
    select: { userId: true },
  });
}

/** @throws Undecipherable */
export async function findPending(userId: UserScope, now: Date): Promise<TwoFactorSecret | null> {
  const row = await prisma.twoFactor.findUnique({
    where: { userId, pendingAt: { gt: new Date(now.getTime() - PENDING_MS) } },
    select: { pendingSecret: true },
  });
  return toSecret(row?.pendingSecret, place('pending', userId));
}

/** Switches to the app that was being set up. False if another one was started since, or another tab was first. */
export async function enablePending(
  tx: PrismaTx,
  userId: UserScope,
  { secret, encrypted, step, now }: TwoFactorSecret & { step: number; now: Date },
): Promise<boolean> {
  const { count } = await tx.twoFactor.updateMany({
    where: { userId, pendingSecret: encrypted },
    data: {
      secret: encrypt(secret, place('secret', userId)),
      enabledAt: now,
      lastStep: step,
      pendingSecret: null,
      pendingAt: null,
    },
  });
  return count > 0;
}

/** False if it was off. SQL: one statement deletes the row and says whether it was on. */
export async function removeTwoFactor(tx: Sql, userId: UserScope): Promise<boolean> {
  const rows = await tx.query<{ wasOn: boolean }>(
    'DELETE FROM two_factor WHERE user_id = $1::uuid RETURNING enabled_at IS NOT NULL AS was_on',
    [userId],
  );
  return rows[0]?.wasOn ?? false;
}

const BACKUP_CODES = 10;
const LENGTH = 10;
/** Without characters that are easily confused on paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

function newCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

function idOf(userId: UserScope, code: string): string {
  return keyedHash(`backup code of ${userId}: ${code}`);
}

/** Replaces all backup codes; returns the new ones, which can't be read again later. */
export async function replaceBackupCodes(
  tx: PrismaTx,
  userId: UserScope,
  now: Date,
): Promise<string[]> {
  await deleteBackupCodes(tx, userId);
  const codes = new Set<string>();
  while (codes.size < BACKUP_CODES) codes.add(newCode());
  await tx.backupCode.createMany({
    data: [...codes].map((code) => ({ id: idOf(userId, code), userId, createdAt: now })),
  });
  return [...codes].map(spaced);
}

export async function deleteBackupCodes(tx: PrismaTx, userId: UserScope): Promise<void> {
  await tx.backupCode.deleteMany({ where: { userId } });
}

/** True once for each code, even if it is used twice at once. */
export async function consumeBackupCode(
  userId: UserScope,
  code: string,
  now: Date,
): Promise<boolean> {
  const { count } = await prisma.backupCode.updateMany({
    where: { id: idOf(userId, code), userId, usedAt: null },
    data: { usedAt: now },
  });
  return count > 0;
}

export function countBackupCodes(userId: UserScope): Promise<number> {
  return prisma.backupCode.count({ where: { userId, usedAt: null } });
}

/** Null if it is off. */
export async function twoFactorState(userId: UserScope): Promise<TwoFactorState | null> {
  const since = await enabledSince(userId);
  if (since === null) return null;
  return { since: since.toISOString(), backupCodes: await countBackupCodes(userId) };
}

/** Whether this user needs a code in addition to the password. */
export async function needsCode(userId: UserScope): Promise<boolean> {
  return (await enabledSince(userId)) !== null;
}
