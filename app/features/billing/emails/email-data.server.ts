// Owns the billing_mails table.
import { type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

/** True the first time that this email is requested. */
export async function claimEmail(
  tx: PrismaTx,
  email: { userId: UserScope; kind: string; reference: string },
  createdAt: Date,
): Promise<boolean> {
  const data = { ...email, createdAt };
  const { count } = await tx.billingMail.createMany({ data, skipDuplicates: true });
  return count === 1;
}

/**
 * Users without a plan whose sign-up trial ends between the two moments, and who haven't been emailed about it. SQL: to
 * leave those out, Prisma would read all emails of this kind.
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
