// Owns the billing_mails table.
import { prisma, type Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

/** True the first time that this email is asked for. SQL: it is asked for in the ledger's form of a transaction. */
export async function claimEmail(
  tx: Sql,
  message: { userId: UserScope; kind: string; reference: string },
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO billing_mails (user_id, kind, reference, created_at)
     VALUES ($1::uuid, $2::text, $3::text, $4::timestamptz)
     ON CONFLICT DO NOTHING
     RETURNING user_id`,
    [message.userId, message.kind, message.reference, now],
  );
  return rows.length === 1;
}

/** Whom to write to; null for who is disabled, or has not shown that the address is theirs. */
export function findReader(
  userId: UserScope,
): Promise<{ email: string; timeZone: string | null } | null> {
  return prisma.user.findFirst({
    where: { id: userId, disabledAt: null, emailVerified: true },
    select: { email: true, timeZone: true },
  });
}

/**
 * Users without a plan whose sign-up trial ends between the two moments, and who were not written to about it. SQL: Prisma
 * would read all emails of this kind to leave out those users.
 */
export async function usersWithTrialEnding(
  db: Sql,
  kind: string,
  { after, until, limit }: { after: Date; until: Date; limit: number },
): Promise<UserScope[]> {
  const rows = await db.query<{ userId: UserScope }>(
    `SELECT b.user_id
       FROM billing_accounts b JOIN users u ON u.id = b.user_id
      WHERE b.subscription_trial_end_at > $1::timestamptz AND b.subscription_trial_end_at <= $2::timestamptz
        AND b.subscription_id IS NULL AND u.disabled_at IS NULL AND u.email_verified
        AND NOT EXISTS (SELECT 1 FROM billing_mails m
                         WHERE m.user_id = b.user_id AND m.kind = $3::text AND m.reference = 'signup')
      ORDER BY b.subscription_trial_end_at
      LIMIT $4::int`,
    [after, until, kind, limit],
  );
  return rows.map((row) => row.userId);
}
