// Owns the identities table.
import { isUniqueViolation, prisma, type PrismaTx } from '~/lib/db/index.server';
import type { Identity } from '~/lib/prisma/client';
import { userScope, type UserScope } from '~/lib/scope';

/** An account at an issuer. */
export type IssuerAccount = Pick<Identity, 'issuer' | 'subject'>;
export type NewIdentity = IssuerAccount & Pick<Identity, 'id' | 'email' | 'createdAt'>;

/** @throws an error that `isIdentityTaken` recognizes */
export async function insertIdentity(
  tx: PrismaTx,
  userId: UserScope,
  identity: NewIdentity,
): Promise<void> {
  await tx.identity.create({ data: { ...identity, userId }, select: { id: true } });
}

export function isIdentityTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'identities_issuer_subject_key');
}

/** The oldest first. */
export function listIdentities(userId: UserScope, limit: number) {
  return prisma.identity.findMany({
    where: { userId },
    select: { id: true, issuer: true, email: true, createdAt: true, lastUsedAt: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit,
  });
}

/** How many the user has; with `issuers`, only at these. */
export function countIdentities(
  userId: UserScope,
  db: PrismaTx = prisma,
  issuers?: string[],
): Promise<number> {
  return db.identity.count({ where: { userId, ...(issuers && { issuer: { in: issuers } }) } });
}

/** Whose account at an issuer this is. */
export interface IdentityOwner {
  id: string;
  userId: UserScope;
  email: string;
  passwordHash: string;
  disabled: boolean;
}

/** The issuer has shown that the account is the person's, so there is no proven owner yet. */
export async function findIdentityOwner(account: IssuerAccount): Promise<IdentityOwner | null> {
  const row = await prisma.identity.findUnique({
    where: { issuer_subject: { issuer: account.issuer, subject: account.subject } },
    select: {
      id: true,
      userId: true,
      user: { select: { email: true, passwordHash: true, disabledAt: true } },
    },
  });
  if (!row) return null;
  const { email, passwordHash, disabledAt } = row.user;
  const disabled = disabledAt !== null;
  return { id: row.id, userId: userScope(row.userId), email, passwordHash, disabled };
}

export async function noteIdentityUse(
  { id, userId }: Pick<IdentityOwner, 'id' | 'userId'>,
  now: Date,
): Promise<void> {
  await prisma.identity.updateMany({ where: { id, userId }, data: { lastUsedAt: now } });
}

/** The issuer that it was at; null if the user has no such identity. */
export async function deleteIdentity(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
): Promise<string | null> {
  const row = await tx.identity.findFirst({ where: { id, userId }, select: { issuer: true } });
  if (!row) return null;
  const { count } = await tx.identity.deleteMany({ where: { id, userId } });
  return count > 0 ? row.issuer : null;
}

/** Returns how many there were. */
export async function deleteIdentitiesOf(tx: PrismaTx, userId: UserScope): Promise<number> {
  const { count } = await tx.identity.deleteMany({ where: { userId } });
  return count;
}
