// Owns the billing_customers table: who is who at Stripe.
import type { Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

export async function findCustomer(db: Sql, userId: UserScope): Promise<string | null> {
  const [row] = await db.query<{ customer_id: string }>(
    'SELECT customer_id FROM billing_customers WHERE user_id = $1::uuid',
    [userId],
  );
  return row?.customer_id ?? null;
}

/** Null: a customer of something else, or of someone who is gone. */
export async function findUserOfCustomer(db: Sql, customer: string): Promise<UserScope | null> {
  const [row] = await db.query<{ user_id: UserScope }>(
    'SELECT user_id FROM billing_customers WHERE customer_id = $1::text',
    [customer],
  );
  return row?.user_id ?? null;
}

/** Keeps the first customer of a user, and returns it. */
export async function keepCustomer(
  db: Sql,
  userId: UserScope,
  customer: string,
  now: Date,
): Promise<string> {
  await db.query(
    `INSERT INTO billing_customers (user_id, customer_id, created_at)
     VALUES ($1::uuid, $2::text, $3::timestamptz)
     ON CONFLICT (user_id) DO NOTHING`,
    [userId, customer, now],
  );
  return (await findCustomer(db, userId)) ?? customer;
}

/** One Checkout of a user begins after the other. */
export async function lockCustomer(tx: Sql, userId: UserScope): Promise<void> {
  await tx.query('SELECT 1 AS locked FROM billing_customers WHERE user_id = $1::uuid FOR UPDATE', [
    userId,
  ]);
}

/** Writes down what is wanted of the end of their subscription; null when there is no customer. */
export async function wishEnding(
  tx: Sql,
  userId: UserScope,
  ending: string,
): Promise<string | null> {
  const [row] = await tx.query<{ customer_id: string }>(
    `UPDATE billing_customers SET ending = $2::text WHERE user_id = $1::uuid RETURNING customer_id`,
    [userId, ending],
  );
  return row?.customer_id ?? null;
}

/** The last wish; undefined when the user is gone. */
export async function wishedEnding(db: Sql, customer: string): Promise<string | null | undefined> {
  const [row] = await db.query<{ ending: string | null }>(
    'SELECT ending FROM billing_customers WHERE customer_id = $1::text',
    [customer],
  );
  return row && row.ending;
}

/** Name and address for Stripe. */
export async function findPayer(
  db: Sql,
  userId: UserScope,
): Promise<{ email: string; name: string } | null> {
  const [row] = await db.query<{ email: string; name: string }>(
    `SELECT email, trim(first_name || ' ' || last_name) AS name FROM users WHERE id = $1::uuid`,
    [userId],
  );
  return row ?? null;
}
