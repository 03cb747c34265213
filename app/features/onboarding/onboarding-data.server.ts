import { prisma, type Sql } from '~/lib/db/index.server';
import type { Onboarding } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

// Owns `onboardings`. Every condition has the owner.

export type OnboardingRow = Omit<Onboarding, 'userId'>;

export function findOnboarding(userId: UserScope): Promise<OnboardingRow | null> {
  return prisma.onboarding.findUnique({ where: { userId }, omit: { userId: true } });
}

/** Gives a new account its row. SQL: joins the transaction that creates the account. */
export async function insertOnboarding(tx: Sql, userId: UserScope): Promise<void> {
  await tx.query(`INSERT INTO onboardings (user_id) VALUES ($1::uuid)`, [userId]);
}

/** Also for accounts from before the steps, which have no row yet. */
export async function updateOnboarding(
  userId: UserScope,
  change: Partial<OnboardingRow>,
): Promise<void> {
  await prisma.onboarding.upsert({
    where: { userId },
    create: { userId, ...change },
    update: change,
    select: { userId: true },
  });
}
