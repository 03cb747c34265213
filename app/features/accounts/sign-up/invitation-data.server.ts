// Owns the invitations table. The link carries a code; the table has only its SHA-256.
import { createHash, randomBytes } from 'node:crypto';

import { prisma, type PrismaTx } from '~/lib/db/index.server';
import { DAY_MS } from '~/lib/time';

export const INVITATION_DAYS = 7;
/** For how long an expired invitation's link still says what is wrong with it. */
const REMEMBERED_DAYS = 30;
/** What `createInvitation` generates: 32 random bytes in base64url. */
const CODE = /^[\w-]{43}$/;

function idOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** Returns the invitation's code, which isn't stored. With an email address (normalized), only that address may use it. */
export async function createInvitation(email: string | null, now = new Date()): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
  await prisma.invitation.create({
    data: { id: idOf(code), email, createdAt: now, expiresAt },
    select: { id: true },
  });
  return code;
}

export type InvitationState =
  { kind: 'valid'; email: string | null } | { kind: 'used' | 'expired' | 'unknown' };

export async function findInvitation(
  code: string,
  db: PrismaTx = prisma,
  now = new Date(),
): Promise<InvitationState> {
  if (!CODE.test(code)) return { kind: 'unknown' };
  const row = await db.invitation.findUnique({
    where: { id: idOf(code) },
    select: { email: true, usedAt: true, expiresAt: true },
  });
  if (!row) return { kind: 'unknown' };
  if (row.usedAt !== null) return { kind: 'used' };
  return row.expiresAt <= now ? { kind: 'expired' } : { kind: 'valid', email: row.email };
}

/** Uses up the invitation for this email address. False if it isn't valid: of two uses at once, only one succeeds. */
export async function takeInvitation(
  tx: PrismaTx,
  code: string,
  email: string,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.invitation.updateMany({
    where: {
      id: idOf(code),
      usedAt: null,
      expiresAt: { gt: now },
      OR: [{ email: null }, { email }],
    },
    data: { usedAt: now },
  });
  return count > 0;
}

/** The newest first, including used and expired ones. An id, being a hash of the code, doesn't let anyone use the invitation. */
export function listInvitations({
  before,
  limit,
}: {
  before: { createdAt: Date; id: string } | null;
  limit: number;
}) {
  return prisma.invitation.findMany({
    where: before
      ? {
          createdAt: { lte: before.createdAt },
          OR: [{ createdAt: { lt: before.createdAt } }, { id: { lt: before.id } }],
        }
      : {},
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
}

/** Ends it at once and returns the email address that it was for; null if there is no valid one. */
export async function endInvitation(
  tx: PrismaTx,
  id: string,
  now: Date,
): Promise<{ email: string | null } | null> {
  const [row] = await tx.invitation.updateManyAndReturn({
    where: { id, usedAt: null, expiresAt: { gt: now } },
    data: { expiresAt: now },
    select: { email: true },
  });
  return row ?? null;
}

/** A job. */
export async function purgeInvitations(now = new Date()): Promise<void> {
  await prisma.invitation.deleteMany({
    where: { expiresAt: { lte: new Date(now.getTime() - REMEMBERED_DAYS * DAY_MS) } },
  });
}

/** Those for this address, whether used or not. */
export async function deleteInvitationsOf(email: string): Promise<void> {
  await prisma.invitation.deleteMany({ where: { email } });
}
