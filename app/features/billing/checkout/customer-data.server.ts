// Owns the billing_customers table: which Stripe customer belongs to which user.
import { prisma, type PrismaTx, type Sql, sql } from '~/lib/db/index.server';
import { userScope, type UserScope } from '~/lib/scope';

export async function findCustomer(userId: UserScope): Promise<string | null> {
  const row = await prisma.billingCustomer.findUnique({
    where: { userId },
    select: { customerId: true },
  });
  return row?.customerId ?? null;
}

/** Null for a customer of something else, or of a deleted user. */
export async function findUserOfCustomer(customerId: string): Promise<UserScope | null> {
  const row = await prisma.billingCustomer.findUnique({
    where: { customerId },
    select: { userId: true },
  });
  return row && userScope(row.userId);
}

/**
 * Stores a user's first customer, and returns it. SQL: `skipDuplicates` would also skip a customer of another user,
 * which is an error.
 */
export async function insertCustomer(
  userId: UserScope,
  customer: string,
  now: Date,
): Promise<string> {
  await sql.query(
    `INSERT INTO billing_customers (user_id, customer_id, created_at)
     VALUES ($1::uuid, $2::text, $3::timestamptz)
     ON CONFLICT (user_id) DO NOTHING`,
    [userId, customer, now],
  );
  return (await findCustomer(userId)) ?? customer;
}

/** Lets a user start only one checkout at a time. SQL: locks the row. */
export async function lockCustomer(sql: Sql, userId: UserScope): Promise<void> {
  await sql.query('SELECT 1 FROM billing_customers WHERE user_id = $1::uuid FOR UPDATE', [userId]);
}

/** Stores how the user wants their subscription to end, and returns their customer; null without one. */
export async function requestEnding(
  tx: PrismaTx,
  userId: UserScope,
  ending: string,
): Promise<string | null> {
  const [row] = await tx.billingCustomer.updateManyAndReturn({
    where: { userId },
    data: { ending },
    select: { customerId: true },
  });
  return row?.customerId ?? null;
}

/** What was requested last; undefined if the user is gone. */
export async function readEnding(customerId: string): Promise<string | null | undefined> {
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
