// Owns the checkouts table.
import { prisma, type PrismaTx } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { Checkout, Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';
import { HOUR_MS } from '~/lib/time';

const CHECKOUT = {
  id: true,
  kind: true,
  price: true,
  state: true,
  sessionId: true,
  embedded: true,
} satisfies Prisma.CheckoutSelect;

export interface CheckoutRow extends Pick<Checkout, keyof typeof CHECKOUT> {
  kind: 'plan' | 'pack';
}

/** Stripe's sessions expire after a day. Until then an open one may still be paid. */
const MAX_AGE_MS = 25 * HOUR_MS;

/** A user's open checkouts, newest first. */
export async function listOpenCheckouts(
  db: PrismaTx,
  userId: UserScope,
  now: Date,
): Promise<CheckoutRow[]> {
  const after = new Date(now.getTime() - MAX_AGE_MS);
  const rows = await db.checkout.findMany({
    where: { userId, state: 'open', createdAt: { gt: after } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 20,
    select: CHECKOUT,
  });
  return rows as CheckoutRow[];
}

export async function insertCheckout(
  tx: PrismaTx,
  checkout: Pick<CheckoutRow, 'kind' | 'price' | 'embedded'> & { userId: UserScope; now: Date },
): Promise<CheckoutRow> {
  const { now: createdAt, ...requested } = checkout;
  const data = { id: newId(), ...requested, createdAt };
  return (await tx.checkout.create({ data, select: CHECKOUT })) as CheckoutRow;
}

export async function setSession(userId: UserScope, id: string, sessionId: string): Promise<void> {
  await prisma.checkout.updateMany({ where: { id, userId }, data: { sessionId } });
}

/** Closes a user's checkout, found by its own id or its session's. */
export async function closeCheckout(
  userId: UserScope,
  by: { id: string } | { sessionId: string },
  state: 'complete' | 'expired',
): Promise<void> {
  await prisma.checkout.updateMany({ where: { ...by, userId, state: 'open' }, data: { state } });
}

export async function findCheckout(userId: UserScope, id: string): Promise<CheckoutRow | null> {
  const row = await prisma.checkout.findFirst({ where: { id, userId }, select: CHECKOUT });
  return row as CheckoutRow | null;
}
