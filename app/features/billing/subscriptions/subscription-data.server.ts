// Owns the subscriptions table. SQL: what runs behind the account's lock, in the ledger's form of a transaction.
import type { SubscriptionRecord } from '~/gateways/payments/index.server';
import { prisma, type Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { isLive, type KnownSubscription } from './subscription';

/** How often what is stored of it was written; 0: it is not known yet. */
export async function revisionOf(id: string): Promise<number> {
  const row = await prisma.subscription.findUnique({ where: { id }, select: { revision: true } });
  return row?.revision ?? 0;
}

/**
 * Writes down what Stripe has answered. False, and nothing written, when someone has done so since `seen` was read: what
 * they know may be newer.
 */
export async function writeSubscription(
  tx: Sql,
  userId: UserScope,
  record: SubscriptionRecord,
  name: string,
  seen: number,
): Promise<boolean> {
  const values = [
    record.id,
    userId,
    record.status,
    record.price,
    name,
    record.interval,
    record.currentPeriodEnd,
    record.cancelAtPeriodEnd,
    record.startedAt,
  ];
  const rows =
    seen === 0
      ? await tx.query(
          `INSERT INTO subscriptions
             (id, user_id, status, price, name, interval, current_period_end, cancel_at_period_end, started_at)
           VALUES ($1::text, $2::uuid, $3::text, $4::text, $5::text, $6::text, $7::timestamptz, $8::boolean,
                   $9::timestamptz)
           ON CONFLICT (id) DO NOTHING
           RETURNING id`,
          values,
        )
      : await tx.query(
          `UPDATE subscriptions
              SET status = $3::text, price = $4::text, name = $5::text, interval = $6::text,
                  current_period_end = $7::timestamptz, cancel_at_period_end = $8::boolean,
                  started_at = $9::timestamptz, revision = revision + 1
            WHERE id = $1::text AND user_id = $2::uuid AND revision = $10::int
            RETURNING id`,
          [...values, seen],
        );
  return rows.length === 1;
}

export async function listSubscriptions(db: Sql, userId: UserScope): Promise<KnownSubscription[]> {
  return db.query<KnownSubscription>(
    `SELECT id, status, name, started_at FROM subscriptions WHERE user_id = $1::uuid`,
    [userId],
  );
}

export async function hasLiveSubscription(db: Sql, userId: UserScope): Promise<boolean> {
  return (await listSubscriptions(db, userId)).some(({ status }) => isLive(status));
}

/** A user's own. */
export function findSubscription(userId: UserScope, id: string) {
  return prisma.subscription.findFirst({
    where: { id, userId },
    select: { interval: true, currentPeriodEnd: true, cancelAtPeriodEnd: true },
  });
}
