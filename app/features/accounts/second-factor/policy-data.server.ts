// Owns sign_in_policies. Each request reads it with its session (session-data.server.ts), so a change applies at once.
import { prisma, type PrismaTx } from '~/lib/db/index.server';
import { userScope, type UserScope } from '~/lib/scope';

import { SECOND_FACTOR_FOR, type SecondFactorFor } from './policy';

export async function findPolicy(db: PrismaTx = prisma): Promise<SecondFactorFor> {
  const row = await db.signInPolicy.findUnique({ where: { id: true } });
  return SECOND_FACTOR_FOR.find((value) => value === row?.secondFactorFor) ?? 'no-one';
}

export async function putPolicy(
  tx: PrismaTx,
  secondFactorFor: SecondFactorFor,
  now: Date,
): Promise<void> {
  const data = { secondFactorFor, updatedAt: now };
  await tx.signInPolicy.upsert({ where: { id: true }, create: data, update: data });
}

/** Whether this user must have a second factor. */
export async function mustHaveSecondFactor(userId: UserScope): Promise<boolean> {
  const policy = await findPolicy();
  if (policy !== 'admins') return policy === 'everyone';
  return (await prisma.user.count({ where: { id: userId, isAdmin: true } })) > 0;
}

const lacking = (rpId: string | null) => ({
  disabledAt: null,
  OR: [{ twoFactor: null }, { twoFactor: { enabledAt: null } }],
  passkeys: { none: { rpId: rpId ?? '' } },
});

/** How many people have no second factor; `rpId` is the host whose passkeys count, null if none do. */
export async function countLacking(
  rpId: string | null,
): Promise<{ admins: number; everyone: number }> {
  const [admins, everyone] = await Promise.all([
    prisma.user.count({ where: { ...lacking(rpId), isAdmin: true } }),
    prisma.user.count({ where: lacking(rpId) }),
  ]);
  return { admins, everyone };
}

const PAGE = 100;

/** Those who are signed in somewhere without the second factor that they must have now, a page at a time. */
export async function* findKeptOut(
  rpId: string | null,
  secondFactorFor: SecondFactorFor,
): AsyncGenerator<UserScope[], void, undefined> {
  if (secondFactorFor === 'no-one') return;
  const where = {
    ...lacking(rpId),
    ...(secondFactorFor === 'admins' && { isAdmin: true }),
    sessions: { some: {} },
  };
  let last: string | undefined;
  for (;;) {
    const rows: { id: string }[] = await prisma.user.findMany({
      where: { ...where, ...(last !== undefined && { id: { gt: last } }) },
      select: { id: true },
      orderBy: { id: 'asc' },
      take: PAGE,
    });
    yield rows.map(({ id }) => userScope(id));
    last = rows.at(-1)?.id;
    if (rows.length < PAGE) return;
  }
}
