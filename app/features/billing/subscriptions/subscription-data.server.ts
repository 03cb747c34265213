// Owns the subscriptions table.
import type { SubscriptionRecord } from '~/gateways/payments/index.server';
import { prisma, type PrismaTx } from '~/lib/db/index.server';
import type { Subscription } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import { isLive, type KnownSubscription } from './subscription';

/** Counts how often the stored subscription was written; 0 if it isn't known yet. */
export async function revisionOf(id: string): Promise<number> {
  const row = await prisma.subscription.findUnique({ where: { id }, select: { revision: true } });
  return row?.revision ?? 0;
}

/**
 * Stores what Stripe answered. False, and nothing written, if the row is no longer at revision `seen`: a later write may
 * be based on newer data.
 */
export async function writeSubscription(
  tx: PrismaTx,
  userId: UserScope,
  record: SubscriptionRecord,
  name: string,
  seen: number,
): Promise<boolean> {
  const { id, status, price, interval, currentPeriodEnd, cancelAtPeriodEnd, startedAt } = record;
  const data = { status, price, name, interval, currentPeriodEnd, cancelAtPeriodEnd, startedAt };
  const { count } =
    seen === 0
      ? await tx.subscription.createMany({ data: { id, userId, ...data }, skipDuplicates: true })
      : await tx.subscription.updateMany({
          where: { id, userId, revision: seen },
          data: { ...data, revision: { increment: 1 } },
        });
  return count > 0;
}

export function listSubscriptions(db: PrismaTx, userId: UserScope): Promise<KnownSubscription[]> {
  const select = { id: true, status: true, name: true, startedAt: true };
  return db.subscription.findMany({ where: { userId }, select });
}

export async function hasLiveSubscription(userId: UserScope): Promise<boolean> {
  return (await listSubscriptions(prisma, userId)).some(({ status }) => isLive(status));
}

export function findSubscription(
  userId: UserScope,
  id: string,
): Promise<Pick<Subscription, 'interval' | 'currentPeriodEnd' | 'cancelAtPeriodEnd'> | null> {
  return prisma.subscription.findFirst({
    where: { id, userId },
    select: { interval: true, currentPeriodEnd: true, cancelAtPeriodEnd: true },
  });
}
