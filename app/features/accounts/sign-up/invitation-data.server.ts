// Owns the invitations table. The link carries a code; the table knows its SHA-256 only.
import { createHash, randomBytes } from 'node:crypto';

import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import { DAY_MS } from '~/lib/time';

export const INVITATION_DAYS = 7;
/** For so long after its end an invitation's link still says what is wrong with it. */
const REMEMBERED_DAYS = 30;
/** What `createInvitation` makes: 32 random bytes in base64url. */
const CODE = /^[\w-]{43}$/;

function idOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** A new invitation's code, which is nowhere kept. With an email address (normalized) it is good for that address only. */
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
  on: Sql,
  code: string,
  now = new Date(),
): Promise<InvitationState> {
  if (!CODE.test(code)) return { kind: 'unknown' };
  // SQL: a sign-up looks again in its own transaction, which is SQL.
  const [row] = await on.query<{ email: string | null; used: boolean; expired: boolean }>(
    `SELECT email, used_at IS NOT NULL AS used, expires_at <= $2 AS expired
       FROM invitations WHERE id = $1`,
    [idOf(code), now],
  );
  if (!row) return { kind: 'unknown' };
  if (row.used) return { kind: 'used' };
  return row.expired ? { kind: 'expired' } : { kind: 'valid', email: row.email };
}

/** Uses the invitation up for this e-mail. False when it is not valid (any more): of two at once, one gets true. */
export async function takeInvitation(
  tx: Sql,
  code: string,
  email: string,
  now: Date,
): Promise<boolean> {
  // SQL, as the transaction that makes the account.
  const rows = await tx.query(
    `UPDATE invitations SET used_at = $3
      WHERE id = $1 AND used_at IS NULL AND expires_at > $3 AND (email IS NULL OR email = $2)
      RETURNING id`,
    [idOf(code), email, now],
  );
  return rows.length > 0;
}

/** The newest first, used and expired ones too. Knowing an id, a hash of the code, doesn't let anyone use the invitation. */
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

/** Ends it at once. Null when it was over already, or never was; else the email address that it was for. */
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

/** For a job. */
export async function purgeInvitations(now = new Date()): Promise<void> {
  await prisma.invitation.deleteMany({
    where: { expiresAt: { lte: new Date(now.getTime() - REMEMBERED_DAYS * DAY_MS) } },
  });
}

/** Those for this address, whether used or not. */
export async function deleteInvitationsOf(tx: Sql, email: string): Promise<void> {
  // SQL, as the transaction that removes the account.
  await tx.query('DELETE FROM invitations WHERE email = $1', [email]);
}
