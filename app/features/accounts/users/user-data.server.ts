// Owns the users table.
import { isUniqueViolation, prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Reader } from '~/lib/format/context.server';
import type { User } from '~/lib/prisma/client';
import { userScope, type UserScope } from '~/lib/scope';

export interface Credentials {
  userId: UserScope;
  passwordHash: string;
  disabled: boolean;
}

export async function findCredentials(email: string): Promise<Credentials | null> {
  const row = await prisma.user.findUnique({
    where: { email },
    select: { id: true, passwordHash: true, disabledAt: true },
  });
  return (
    row && {
      userId: userScope(row.id),
      passwordHash: row.passwordHash,
      disabled: row.disabledAt !== null,
    }
  );
}

export async function findUserId(email: string): Promise<UserScope | null> {
  const row = await prisma.user.findUnique({ where: { email }, select: { id: true } });
  return row && userScope(row.id);
}

/** What it takes to write to someone. */
export interface Contact extends Pick<User, 'email' | 'emailVerified'> {
  userId: UserScope;
  disabled: boolean;
  /** Has signed in at least once. */
  seen: boolean;
  reader: Reader;
}

const readerColumns = { locale: true, timeZone: true, chosenTimeZone: true } as const;

function readerOf({
  locale,
  timeZone,
  chosenTimeZone,
}: Pick<User, keyof typeof readerColumns>): Reader {
  return { locale, zone: chosenTimeZone ?? timeZone };
}

export async function findContact(
  by: { userId: UserScope } | { email: string },
  db: PrismaTx = prisma,
): Promise<Contact | null> {
  const row = await db.user.findUnique({
    where: 'userId' in by ? { id: by.userId } : by,
    select: {
      id: true,
      email: true,
      emailVerified: true,
      disabledAt: true,
      lastSeenAt: true,
      ...readerColumns,
    },
  });
  if (!row) return null;
  const { id, email, emailVerified, disabledAt, lastSeenAt } = row;
  const [disabled, seen] = [disabledAt !== null, lastSeenAt !== null];
  return { email, emailVerified, userId: userScope(id), disabled, seen, reader: readerOf(row) };
}

export type NewUser = Pick<
  User,
  | 'id'
  | 'email'
  | 'passwordHash'
  | 'firstName'
  | 'lastName'
  | 'isAdmin'
  | 'emailVerified'
  | 'timeZone'
  | 'createdAt'
>;

/** @throws an error that `isEmailTaken` recognizes */
export async function insertUser(tx: PrismaTx, user: NewUser): Promise<void> {
  const { emailVerified, createdAt } = user;
  await tx.user.create({
    data: { ...user, emailProven: emailVerified, updatedAt: createdAt },
    select: { id: true },
  });
}

export function isEmailTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'users_email_key');
}

/** Null if there is no such user. */
export async function findPasswordHash(db: PrismaTx, userId: UserScope): Promise<string | null> {
  const row = await db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
  return row?.passwordHash ?? null;
}

/** Replaces the `previous` hash; false if the user no longer has it. */
export async function exchangePasswordHash(
  userId: UserScope,
  previous: string,
  passwordHash: string,
  db: PrismaTx = prisma,
): Promise<boolean> {
  const where = { id: userId, passwordHash: previous };
  const { count } = await db.user.updateMany({ where, data: { passwordHash } });
  return count > 0;
}

export async function updatePasswordHash(
  tx: PrismaTx,
  userId: UserScope,
  passwordHash: string,
): Promise<void> {
  await tx.user.updateMany({ where: { id: userId }, data: { passwordHash } });
}

/** Whether this is still the hash of the user's password. */
export async function hasPasswordHash(
  tx: PrismaTx,
  userId: UserScope,
  passwordHash: string,
): Promise<boolean> {
  return (await tx.user.count({ where: { id: userId, passwordHash } })) > 0;
}

/** Keeps the first date if the user is already disabled. */
export async function markDisabled(tx: PrismaTx, userId: UserScope): Promise<void> {
  await tx.user.updateMany({
    where: { id: userId, disabledAt: null },
    data: { disabledAt: new Date() },
  });
}

/** Lets a disabled user sign in again. */
export async function enableUser(userId: UserScope): Promise<void> {
  await prisma.user.updateMany({ where: { id: userId }, data: { disabledAt: null } });
}

/** False if the user is already an admin. */
export async function makeAdmin(tx: PrismaTx, userId: UserScope): Promise<boolean> {
  const where = { id: userId, isAdmin: false };
  const { count } = await tx.user.updateMany({ where, data: { isAdmin: true } });
  return count > 0;
}

export async function isAdmin(userId: UserScope): Promise<boolean> {
  return (await prisma.user.count({ where: { id: userId, isAdmin: true } })) > 0;
}

/**
 * False, and nothing changed, if no other admin who can sign in would be left.
 * SQL: locks, because two admins who revoke each other's rights at once would each find the other one left.
 */
export async function removeAdmin(tx: PrismaTx, sql: Sql, userId: UserScope): Promise<boolean> {
  await sql.query(`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('admins', 0))`);
  const others = { isAdmin: true, disabledAt: null, id: { not: userId } };
  if ((await tx.user.count({ where: others })) === 0) return false;
  const { count } = await tx.user.updateMany({ where: { id: userId }, data: { isAdmin: false } });
  return count > 0;
}

/** Makes the account that has proven this address an admin; null if there is none or it already is one. */
export async function appointAdmin(email: string): Promise<UserScope | null> {
  const [row] = await prisma.user.updateManyAndReturn({
    where: { email, emailVerified: true, emailProven: true, isAdmin: false },
    data: { isAdmin: true },
    select: { id: true },
  });
  return row ? userScope(row.id) : null;
}

/** Whether an account that isn't an admin has verified this address by a link alone. */
export async function isUnproven(email: string): Promise<boolean> {
  const where = { email, emailVerified: true, emailProven: false, isAdmin: false };
  return (await prisma.user.count({ where })) > 0;
}

/**
 * Marks the email address as verified. `proven` says that the person also showed that the account is theirs; then the
 * operator's own address makes it an admin.
 */
export async function updateVerified(
  tx: PrismaTx,
  userId: UserScope,
  { adminEmail, proven }: { adminEmail: string | null; proven: boolean },
): Promise<void> {
  await tx.user.updateMany({
    where: { id: userId },
    data: { emailVerified: true, ...(proven && { emailProven: true }) },
  });
  if (proven && adminEmail !== null) {
    await tx.user.updateMany({ where: { id: userId, email: adminEmail }, data: { isAdmin: true } });
  }
}

/** Whether someone showed that both the address and the account are theirs. */
export async function hasProvenEmail(tx: PrismaTx, userId: UserScope): Promise<boolean> {
  return (await tx.user.count({ where: { id: userId, emailProven: true } })) > 0;
}

/** @throws an error that `isEmailTaken` recognizes */
export async function updateEmail(tx: PrismaTx, userId: UserScope, email: string): Promise<void> {
  await tx.user.updateMany({ where: { id: userId }, data: { email, emailProven: false } });
}

export type Names = Pick<User, 'firstName' | 'lastName'>;

export async function updateNames(
  tx: PrismaTx,
  userId: UserScope,
  { firstName, lastName }: Names,
): Promise<void> {
  await tx.user.updateMany({ where: { id: userId }, data: { firstName, lastName } });
}

/** The zone that the browser reported last; `chosen` takes precedence. */
export async function updateTimeZone(userId: UserScope, timeZone: string): Promise<void> {
  await prisma.user.updateMany({
    where: { id: userId, OR: [{ timeZone: null }, { timeZone: { not: timeZone } }] },
    data: { timeZone },
  });
}

/** The zone that takes precedence over the browser's; null removes it. */
export async function updateChosenTimeZone(
  tx: PrismaTx,
  userId: UserScope,
  chosenTimeZone: string | null,
): Promise<void> {
  await tx.user.updateMany({ where: { id: userId }, data: { chosenTimeZone } });
}

/** False if they have already chosen one. */
export async function adoptTimeZone(userId: UserScope, timeZone: string): Promise<boolean> {
  const { count } = await prisma.user.updateMany({
    where: { id: userId, chosenTimeZone: null },
    data: { chosenTimeZone: timeZone },
  });
  return count > 0;
}

export async function findTimeZones(
  userId: UserScope,
): Promise<{ chosen: string | null; browser: string | null }> {
  const row = await prisma.user.findUnique({
    where: { id: userId },
    select: { chosenTimeZone: true, timeZone: true },
  });
  return { chosen: row?.chosenTimeZone ?? null, browser: row?.timeZone ?? null };
}

export async function hasPhoto(userId: UserScope): Promise<boolean> {
  return (await prisma.user.count({ where: { id: userId, pictureId: { not: null } } })) > 0;
}

/** False if they already have a photo. */
export async function adoptPhoto(userId: UserScope, pictureId: string): Promise<boolean> {
  const { count } = await prisma.user.updateMany({
    where: { id: userId, pictureId: null },
    data: { pictureId },
  });
  return count > 0;
}

/** Returns the id of the photo that was replaced. SQL: locks the row, so that no replaced photo is missed. */
export async function exchangePhoto(
  tx: PrismaTx,
  sql: Sql,
  userId: UserScope,
  pictureId: string | null,
): Promise<string | null> {
  const [row] = await sql.query<Pick<User, 'pictureId'>>(
    'SELECT picture_id FROM users WHERE id = $1::uuid FOR UPDATE',
    [userId],
  );
  await tx.user.updateMany({ where: { id: userId }, data: { pictureId } });
  return row?.pictureId ?? null;
}

/** Which of these photos are in use. */
export async function knownPhotos(ids: string[]): Promise<string[]> {
  const rows = await prisma.user.findMany({
    where: { pictureId: { in: ids } },
    select: { pictureId: true },
  });
  return rows.flatMap(({ pictureId }) => pictureId ?? []);
}

export interface ListedAccount extends Pick<
  User,
  'email' | 'isAdmin' | 'emailVerified' | 'lastSeenAt'
> {
  disabled: boolean;
}

/** Where the next page of a list begins. */
export type AccountCursor = Pick<User, 'createdAt' | 'id'>;

/** The oldest first. */
export async function listAccountRows({
  admins,
  after,
  limit,
}: {
  admins: boolean;
  after: AccountCursor | null;
  limit: number;
}): Promise<(ListedAccount & AccountCursor)[]> {
  const rows = await prisma.user.findMany({
    where: {
      ...(admins && { isAdmin: true }),
      ...(after && {
        createdAt: { gte: after.createdAt },
        OR: [{ createdAt: { gt: after.createdAt } }, { id: { gt: after.id } }],
      }),
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit,
    select: {
      id: true,
      createdAt: true,
      email: true,
      isAdmin: true,
      emailVerified: true,
      disabledAt: true,
      lastSeenAt: true,
    },
  });
  return rows.map(({ disabledAt, ...row }) => ({ ...row, disabled: disabledAt !== null }));
}

/**
 * Deletes the user with every row that is theirs; returns the address that they had.
 * SQL: the cascade may take longer than a Prisma transaction may last.
 */
export async function deleteUser(
  tx: Sql,
  userId: UserScope,
): Promise<Pick<User, 'email'> | undefined> {
  const [row] = await tx.query<Pick<User, 'email'>>(
    'DELETE FROM users WHERE id = $1::uuid RETURNING email',
    [userId],
  );
  return row;
}
