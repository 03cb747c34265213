// Owns the purchases table.
import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Purchase } from '~/lib/prisma/client';
import type { Owned, UserScope } from '~/lib/scope';

export type PurchaseRow = Owned<Omit<Purchase, 'kind' | 'currency' | 'createdAt' | 'paidAt'>> & {
  kind: 'plan' | 'pack';
};

const COLUMNS = `id, user_id, kind, price, name, state, tokens, amount, lost_amount, subscription_id, period_start,
  period_end, next_grant_at, granted, taken_back, revision`;

export interface NewPurchase extends Pick<
  PurchaseRow,
  'id' | 'userId' | 'kind' | 'price' | 'name' | 'state' | 'tokens' | 'amount'
> {
  currency: string;
  subscriptionId?: string;
  period?: { start: Date; end: Date };
  createdAt: Date;
  now: Date;
}

/**
 * Stores a purchase in its present state, and locks its row. Null if that state was known already, or if the purchase was
 * paid before: a payment is never undone, only refunded. SQL: an upsert with a condition, which returns the row.
 */
export async function writePurchase(sql: Sql, purchase: NewPurchase): Promise<PurchaseRow | null> {
  const [row] = await sql.query<PurchaseRow>(
    `INSERT INTO purchases
       (id, user_id, kind, price, name, state, tokens, amount, currency, subscription_id, period_start, period_end,
        created_at, paid_at)
     VALUES ($1::text, $2::uuid, $3::text, $4::text, $5::text, $6::purchase_state, $7::int, $8::int, $9::text, $10::text,
             $11::timestamptz, $12::timestamptz, $13::timestamptz,
             CASE WHEN $6::purchase_state = 'paid' THEN $14::timestamptz END)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, paid_at = excluded.paid_at
      WHERE purchases.user_id = excluded.user_id
        AND purchases.state <> excluded.state AND purchases.state <> 'paid'
     RETURNING ${COLUMNS}`,
    [
      purchase.id,
      purchase.userId,
      purchase.kind,
      purchase.price,
      purchase.name,
      purchase.state,
      purchase.tokens,
      purchase.amount,
      purchase.currency,
      purchase.subscriptionId ?? null,
      purchase.period?.start ?? null,
      purchase.period?.end ?? null,
      purchase.createdAt,
      purchase.now,
    ],
  );
  return row ?? null;
}

export function findPurchase(
  id: string,
): Promise<Pick<Purchase, 'id' | 'userId' | 'state' | 'granted' | 'revision'> | null> {
  return prisma.purchase.findUnique({
    where: { id },
    select: { id: true, userId: true, state: true, granted: true, revision: true },
  });
}

/** SQL: locks the row. */
export async function lockPurchase(sql: Sql, id: string): Promise<PurchaseRow | null> {
  const [row] = await sql.query<PurchaseRow>(
    `SELECT ${COLUMNS} FROM purchases WHERE id = $1::text FOR UPDATE`,
    [id],
  );
  return row ?? null;
}

/** Stores what a locked purchase has granted and lost. */
export async function updatePurchase(
  tx: PrismaTx,
  purchase: Pick<
    PurchaseRow,
    'id' | 'userId' | 'granted' | 'takenBack' | 'lostAmount' | 'nextGrantAt'
  >,
): Promise<void> {
  const { id, userId, granted, takenBack, lostAmount, nextGrantAt } = purchase;
  await tx.purchase.updateMany({
    where: { id, userId },
    data: { granted, takenBack, lostAmount, nextGrantAt, revision: { increment: 1 } },
  });
}

/** Ends the monthly grants of a subscription's purchases, except those at `price`, its present one. */
export async function stopMonths(
  tx: PrismaTx,
  userId: UserScope,
  subscriptionId: string,
  price: string | null,
): Promise<void> {
  await tx.purchase.updateMany({
    where: {
      userId,
      subscriptionId,
      nextGrantAt: { not: null },
      ...(price !== null && { price: { not: price } }),
    },
    data: { nextGrantAt: null },
  });
}

/** The ids of purchases whose next month has begun. */
export async function duePurchases(now: Date, limit: number): Promise<string[]> {
  const rows = await prisma.purchase.findMany({
    where: { nextGrantAt: { lte: now } },
    orderBy: { nextGrantAt: 'asc' },
    take: limit,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
