// Owns the billing_customers table: who is who at Stripe.
import { prisma, type Sql } from '~/lib/db/index.server';
import { userScope, type UserScope } from '~/lib/scope';

export async function findCustomer(userId: UserScope): Promise<string | null> {
  const row = await prisma.billingCustomer.findUnique({
    where: { userId },
    select: { customerId: true },
  });
  return row?.customerId ?? null;
}

/** Null: a customer of something else, or of someone who is gone. */
export async function findUserOfCustomer(customerId: string): Promise<UserScope | null> {
  const row = await prisma.billingCustomer.findUnique({
    where: { customerId },
    select: { userId: true },
  });
  return row && userScope(row.userId);
}

/**
 * Keeps the first customer of a user, and returns it. SQL: `skipDuplicates` would also pass over a customer of another user.
 */
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
  return (await findCustomer(userId)) ?? customer;
}

/** One Checkout of a user begins after the other. SQL: a lock. */
export async function lockCustomer(tx: Sql, userId: UserScope): Promise<void> {
  await tx.query('SELECT 1 AS locked FROM billing_customers WHERE user_id = $1::uuid FOR UPDATE', [
    userId,
  ]);
}

/**
 * Writes down what is wanted of the end of their subscription; null when there is no customer. SQL: `endSubscription` joins
 * its caller's transaction.
 */
export async function wishEnding(
  tx: Sql,
  userId: UserScope,
  ending: string,
): Promise<string | null> {
  const [row] = await tx.query<{ customerId: string }>(
    `UPDATE billing_customers SET ending = $2::text WHERE user_id = $1::uuid RETURNING customer_id`,
    [userId, ending],
  );
  return row?.customerId ?? null;
}

/** The last wish; undefined when the user is gone. */
export async function wishedEnding(customerId: string): Promise<string | null | undefined> {
  const row = await prisma.billingCustomer.findUnique({
    where: { customerId },
    select: { ending: true },
  });
  return row?.ending;
}

/** Name and address for Stripe. */
export async function findPayer(
  userId: UserScope,
): Promise<{ email: string; name: string } | null> {
  const row = await prisma.user.findUnique({
    where: { id: userId },
    select: { email: true, firstName: true, lastName: true },
  });
  return row && { email: row.email, name: `${row.firstName} ${row.lastName}`.trim() };
}
