// Owns the purchases table. SQL: what is locked and written with the ledger, in its form of a transaction.
import { prisma, type Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

export interface PurchaseRow {
  id: string;
  userId: UserScope;
  kind: 'plan' | 'pack';
  price: string;
  name: string;
  state: 'pending' | 'paid' | 'failed';
  tokens: number;
  amount: number;
  lostAmount: number;
  subscriptionId: string | null;
  periodStart: Date | null;
  periodEnd: Date | null;
  nextGrantAt: Date | null;
  granted: number;
  takenBack: number;
  revision: number;
}

const COLUMNS = `id, user_id, kind, price, name, state, tokens, amount, lost_amount, subscription_id, period_start,
  period_end, next_grant_at, granted, taken_back, revision`;

export interface NewPurchase {
  id: string;
  userId: UserScope;
  kind: 'plan' | 'pack';
  price: string;
  name: string;
  state: 'pending' | 'paid' | 'failed';
  tokens: number;
  amount: number;
  currency: string;
  subscriptionId?: string;
  period?: { start: Date; end: Date };
  createdAt: Date;
  now: Date;
}

/**
 * Writes a purchase down as it stands. Null when that was known already, or when it was paid before: a payment is never
 * undone, only refunded. The row stays locked until the transaction ends.
 */
export async function writePurchase(tx: Sql, purchase: NewPurchase): Promise<PurchaseRow | null> {
  const [row] = await tx.query<PurchaseRow>(
    `INSERT INTO purchases
       (id, user_id, kind, price, name, state, tokens, amount, currency, subscription_id, period_start, period_end,
        created_at, paid_at)
     VALUES ($1::text, $2::uuid, $3::text, $4::text, $5::text, $6::purchase_state, $7::int, $8::int, $9::text, $10::text,
             $11::timestamptz, $12::timestamptz, $13::timestamptz,
             CASE WHEN $6 = 'paid' THEN $14::timestamptz END)
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

export function findPurchase(id: string) {
  return prisma.purchase.findUnique({
    where: { id },
    select: { id: true, userId: true, state: true, granted: true, revision: true },
  });
}

export async function lockPurchase(tx: Sql, id: string): Promise<PurchaseRow | null> {
  const [row] = await tx.query<PurchaseRow>(
    `SELECT ${COLUMNS} FROM purchases WHERE id = $1::text FOR UPDATE`,
    [id],
  );
  return row ?? null;
}

/** What a paid purchase has brought, and lost again. Only while its row is locked. */
export async function updatePurchase(
  tx: Sql,
  row: Pick<PurchaseRow, 'id' | 'userId' | 'granted' | 'takenBack' | 'lostAmount' | 'nextGrantAt'>,
): Promise<void> {
  await tx.query(
    `UPDATE purchases
        SET granted = $3::int, taken_back = $4::int, lost_amount = $5::int, next_grant_at = $6::timestamptz,
            revision = revision + 1
      WHERE id = $1::text AND user_id = $2::uuid`,
    [row.id, row.userId, row.granted, row.takenBack, row.lostAmount, row.nextGrantAt],
  );
}

/** Ends what a subscription's purchases would still grant, but for those of the price that it has now. */
export async function stopMonths(
  tx: Sql,
  userId: UserScope,
  subscriptionId: string,
  price: string | null,
): Promise<void> {
  await tx.query(
    `UPDATE purchases SET next_grant_at = NULL
      WHERE user_id = $1::uuid AND subscription_id = $2::text AND next_grant_at IS NOT NULL
        AND price IS DISTINCT FROM $3::text`,
    [userId, subscriptionId, price],
  );
}

/** Purchases whose next month has begun. */
export async function duePurchases(now: Date, limit: number): Promise<string[]> {
  const rows = await prisma.purchase.findMany({
    where: { nextGrantAt: { lte: now } },
    orderBy: { nextGrantAt: 'asc' },
    take: limit,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
