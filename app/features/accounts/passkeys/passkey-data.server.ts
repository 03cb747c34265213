// Owns the passkeys table.
import { isUniqueViolation, prisma, type PrismaTx } from '~/lib/db/index.server';
import type { Passkey } from '~/lib/prisma/client';
import { userScope, type UserScope } from '~/lib/scope';

export type NewPasskey = Omit<Passkey, 'userId' | 'lastUsedAt'>;

/** @throws an error that `isPasskeyTaken` recognizes */
export async function insertPasskey(
  tx: PrismaTx,
  userId: UserScope,
  passkey: NewPasskey,
): Promise<void> {
  // Prisma's type of bytes excludes shared memory.
  const publicKey = new Uint8Array(passkey.publicKey);
  await tx.passkey.create({ data: { ...passkey, publicKey, userId }, select: { id: true } });
}

export function isPasskeyTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'passkeys_credential_id_key');
}

/** The oldest first. */
export function listPasskeys(userId: UserScope, limit: number) {
  return prisma.passkey.findMany({
    where: { userId },
    select: {
      id: true,
      rpId: true,
      credentialId: true,
      name: true,
      transports: true,
      backedUp: true,
      createdAt: true,
      lastUsedAt: true,
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit,
  });
}

export function countPasskeys(userId: UserScope, db: PrismaTx = prisma): Promise<number> {
  return db.passkey.count({ where: { userId } });
}

/** How many passkeys the user has that work at this host (`passkeyHost`). */
export function countPasskeysAt(tx: PrismaTx, userId: UserScope, rpId: string): Promise<number> {
  return tx.passkey.count({ where: { userId, rpId } });
}

/** Whether the user has a passkey that works at this host (`passkeyHost`). */
export async function hasPasskey(userId: UserScope, rpId: string | null): Promise<boolean> {
  if (rpId === null) return false;
  const found = await prisma.passkey.findFirst({ where: { userId, rpId }, select: { id: true } });
  return found !== null;
}

/** A passkey that signs in, with its owner. */
export interface SigningPasskey extends Pick<
  Passkey,
  'id' | 'name' | 'credentialId' | 'publicKey' | 'counter' | 'backupEligible'
> {
  userId: UserScope;
  email: string;
  passwordHash: string;
  disabled: boolean;
}

/** By the authenticator's id for it: the passkey identifies the user, so there is no proven owner yet. */
export async function findSigningPasskey(
  credentialId: string,
  rpId: string,
): Promise<SigningPasskey | null> {
  const row = await prisma.passkey.findUnique({
    where: { credentialId, rpId },
    select: {
      id: true,
      name: true,
      userId: true,
      credentialId: true,
      publicKey: true,
      counter: true,
      backupEligible: true,
      user: { select: { email: true, passwordHash: true, disabledAt: true } },
    },
  });
  if (!row) return null;
  const { user, userId, ...passkey } = row;
  const { email, passwordHash, disabledAt } = user;
  return {
    ...passkey,
    ...{ email, passwordHash, userId: userScope(userId), disabled: disabledAt !== null },
  };
}

/** False if it was removed or used elsewhere since it was read. */
export async function notePasskeyUse(
  { id, userId, counter }: Pick<SigningPasskey, 'id' | 'userId' | 'counter'>,
  use: { counter: bigint; backedUp: boolean; now: Date },
): Promise<boolean> {
  const { count } = await prisma.passkey.updateMany({
    where: { id, userId, counter },
    data: { counter: use.counter, backedUp: use.backedUp, lastUsedAt: use.now },
  });
  return count > 0;
}

/** False if the user has no such passkey. */
export async function updatePasskeyName(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
  name: string,
): Promise<boolean> {
  const { count } = await tx.passkey.updateMany({ where: { id, userId }, data: { name } });
  return count > 0;
}

/** The name that it had; null if the user has no such passkey. */
export async function deletePasskey(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
): Promise<string | null> {
  const row = await tx.passkey.findFirst({ where: { id, userId }, select: { name: true } });
  if (!row) return null;
  const { count } = await tx.passkey.deleteMany({ where: { id, userId } });
  return count > 0 ? row.name : null;
}

/** Returns how many there were. */
export async function deletePasskeysOf(tx: PrismaTx, userId: UserScope): Promise<number> {
  const { count } = await tx.passkey.deleteMany({ where: { userId } });
  return count;
}
