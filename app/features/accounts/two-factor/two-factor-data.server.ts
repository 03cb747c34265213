// Owns two_factor, whose secrets are encrypted, each for its row and its column, and backup_codes.
import { randomInt } from 'node:crypto';

import { prisma, type PrismaTx, sql, type Sql } from '~/lib/db/index.server';
import {
  decrypt,
  encrypt,
  encryptedByPresentKey,
  keyedHash,
} from '~/lib/security/encryption.server';
import type { UserScope } from '~/lib/scope';

import { spaced } from './code-shape';
import type { TwoFactorState } from './two-factor';

/** How long an app may take to be set up. */
const PENDING_MS = 30 * 60_000;

const place = (column: 'secret' | 'pending', userId: UserScope) => `two_factor.${column}:${userId}`;

export interface ActiveTwoFactor {
  secret: string;
  /** The secret as it is kept: it tells whether another one has taken its place. */
  kept: string;
}

/** Null where it is off. */
export async function enabledSince(userId: UserScope): Promise<Date | null> {
  const row = await prisma.twoFactor.findUnique({
    where: { userId },
    select: { enabledAt: true },
  });
  return row?.enabledAt ?? null;
}

/**
 * How many people can't sign in with two factors, because ENCRYPTION_KEY is another one now.
 * SQL: the pattern escapes what Prisma would escape again.
 */
export async function countUnreadableSecrets(): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM two_factor WHERE enabled_at IS NOT NULL AND secret NOT LIKE $1',
    [encryptedByPresentKey()],
  );
  return row?.count ?? 0;
}

/** @throws Undecipherable */
export async function findActive(userId: UserScope): Promise<ActiveTwoFactor | null> {
  const row = await prisma.twoFactor.findUnique({
    where: { userId, enabledAt: { not: null } },
    select: { secret: true },
  });
  const kept = row?.secret ?? null;
  return kept === null ? null : { secret: decrypt(kept, place('secret', userId)), kept };
}

/** False when a code of this half minute or a later one was taken already, or another app has taken its place. */
export async function takeStep(
  userId: UserScope,
  { kept, step }: { kept: string; step: number },
): Promise<boolean> {
  const { count } = await prisma.twoFactor.updateMany({
    where: { userId, secret: kept, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count > 0;
}

/** Keeps the secret of an app that is being set up, in place of one that was begun before. */
export async function keepPending(userId: UserScope, secret: string, now: Date): Promise<void> {
  const pending = { pendingSecret: encrypt(secret, place('pending', userId)), pendingAt: now };
  await prisma.twoFactor.upsert({
    where: { userId },
    create: { userId, ...pending },
    update: pending,
    select: { userId: true },
  });
}

/** @throws Undecipherable */
export async function findPending(userId: UserScope, now: Date): Promise<ActiveTwoFactor | null> {
  const row = await prisma.twoFactor.findUnique({
    where: { userId, pendingAt: { gt: new Date(now.getTime() - PENDING_MS) } },
    select: { pendingSecret: true },
  });
  const kept = row?.pendingSecret ?? null;
  return kept === null ? null : { secret: decrypt(kept, place('pending', userId)), kept };
}

/** The app that was being set up counts from now on. False when another one was begun, or another tab was first. */
export async function enable(
  tx: PrismaTx,
  userId: UserScope,
  { secret, kept, step, now }: ActiveTwoFactor & { step: number; now: Date },
): Promise<boolean> {
  const { count } = await tx.twoFactor.updateMany({
    where: { userId, pendingSecret: kept },
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

/** False when there was nothing to take away. SQL: one statement deletes it and says whether it was on. */
export async function removeTwoFactor(tx: Sql, userId: UserScope): Promise<boolean> {
  const rows = await tx.query<{ wasOn: boolean }>(
    'DELETE FROM two_factor WHERE user_id = $1::uuid RETURNING enabled_at IS NOT NULL AS was_on',
    [userId],
  );
  return rows[0]?.wasOn ?? false;
}

const BACKUP_CODES = 10;
const LENGTH = 10;
/** None that is taken for another when it is read from paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

function newCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

function idOf(userId: UserScope, code: string): string {
  return keyedHash(`backup code of ${userId}: ${code}`);
}

/** Makes new ones in place of all that were; they are known now and never again. */
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

/** True for one of two that come at once, and never again. */
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

/** Null where it is off. */
export async function twoFactorState(userId: UserScope): Promise<TwoFactorState | null> {
  const since = await enabledSince(userId);
  if (since === null) return null;
  return { since: since.toISOString(), backupCodes: await countBackupCodes(userId) };
}

/** Whether a code is asked for beside this user's password. */
export async function needsCode(userId: UserScope): Promise<boolean> {
  return (await enabledSince(userId)) !== null;
}
