// Owns the checkouts table.
import type { Sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

export interface CheckoutRow {
  id: string;
  kind: 'plan' | 'pack';
  price: string;
  state: 'open' | 'complete' | 'expired';
  session_id: string | null;
  /** Paid inside a page of the app, not on Stripe's own. */
  embedded: boolean;
}

const COLUMNS = 'id, kind, price, state, session_id, embedded';

/** Stripe's sessions live for a day. Until one is surely over it might still be paid. */
const LIFE_MS = 25 * 60 * 60_000;

/** The open ones of a user, newest first. */
export async function openCheckouts(db: Sql, userId: UserScope, now: Date): Promise<CheckoutRow[]> {
  return db.query<CheckoutRow>(
    `SELECT ${COLUMNS} FROM checkouts
      WHERE user_id = $1::uuid AND state = 'open' AND created_at > $2::timestamptz
      ORDER BY created_at DESC, id DESC
      LIMIT 20`,
    [userId, new Date(now.getTime() - LIFE_MS)],
  );
}

export async function insertCheckout(
  tx: Sql,
  checkout: {
    userId: UserScope;
    kind: 'plan' | 'pack';
    price: string;
    embedded: boolean;
    now: Date;
  },
): Promise<CheckoutRow> {
  const [row] = await tx.query<CheckoutRow>(
    `INSERT INTO checkouts (id, user_id, kind, price, embedded, created_at)
     VALUES ($1::uuid, $2::uuid, $3::text, $4::text, $5::boolean, $6::timestamptz)
     RETURNING ${COLUMNS}`,
    [newId(), checkout.userId, checkout.kind, checkout.price, checkout.embedded, checkout.now],
  );
  return row!;
}

export async function nameSession(db: Sql, userId: UserScope, id: string, session: string) {
  await db.query(
    'UPDATE checkouts SET session_id = $3::text WHERE user_id = $1::uuid AND id = $2::uuid',
    [userId, id, session],
  );
}

/** Closes a user's checkout, by its own id or its session's. */
export async function closeCheckout(
  db: Sql,
  userId: UserScope,
  by: { id: string } | { sessionId: string },
  state: 'complete' | 'expired',
): Promise<void> {
  const [column, value] = 'id' in by ? ['id::text', by.id] : ['session_id', by.sessionId];
  await db.query(
    `UPDATE checkouts SET state = $3::checkout_state
      WHERE user_id = $1::uuid AND ${column} = $2::text AND state = 'open'`,
    [userId, value, state],
  );
}

/** A user's own. */
export async function findCheckout(
  db: Sql,
  userId: UserScope,
  id: string,
): Promise<CheckoutRow | null> {
  const [row] = await db.query<CheckoutRow>(
    `SELECT ${COLUMNS} FROM checkouts WHERE user_id = $1::uuid AND id = $2::uuid`,
    [userId, id],
  );
  return row ?? null;
}
