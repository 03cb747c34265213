// Owns the users table.
import { isUniqueViolation, sql, type Sql } from '~/lib/db/index.server';
import { userScope, type UserScope } from '~/lib/scope';

export interface Credentials {
  userId: UserScope;
  passwordHash: string;
  disabled: boolean;
}

export async function findCredentials(email: string): Promise<Credentials | undefined> {
  const [row] = await sql.query<{ id: string; passwordHash: string; disabled: boolean }>(
    'SELECT id, password_hash, disabled_at IS NOT NULL AS disabled FROM users WHERE email = $1',
    [email],
  );
  return (
    row && { userId: userScope(row.id), passwordHash: row.passwordHash, disabled: row.disabled }
  );
}

export async function findUserId(email: string): Promise<UserScope | undefined> {
  const [row] = await sql.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
  return row && userScope(row.id);
}

export interface Contact {
  userId: UserScope;
  email: string;
  emailVerified: boolean;
  disabled: boolean;
}

/** What is needed to write to someone. */
export async function findContact(
  on: Sql,
  by: { userId: UserScope } | { email: string },
): Promise<Contact | undefined> {
  const [condition, value] =
    'userId' in by ? ['id = $1::uuid', by.userId] : ['email = $1', by.email];
  const [row] = await on.query<{
    id: string;
    email: string;
    emailVerified: boolean;
    disabled: boolean;
  }>(
    `SELECT id, email, email_verified, disabled_at IS NOT NULL AS disabled FROM users WHERE ${condition}`,
    [value],
  );
  return (
    row && {
      userId: userScope(row.id),
      email: row.email,
      emailVerified: row.emailVerified,
      disabled: row.disabled,
    }
  );
}

export interface NewUser {
  id: string;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  isAdmin: boolean;
  emailVerified: boolean;
  timeZone: string | null;
  now: Date;
}

export async function insertUser(tx: Sql, user: NewUser): Promise<void> {
  await tx.query(
    `INSERT INTO users (id, email, password_hash, first_name, last_name, is_admin, email_verified, email_proven, time_zone, created_at, updated_at)
     VALUES ($1::uuid, $2, $3, $4, $5, $6, $7, $7, $8, $9, $9)`,
    [
      user.id,
      user.email,
      user.passwordHash,
      user.firstName,
      user.lastName,
      user.isAdmin,
      user.emailVerified,
      user.timeZone,
      user.now,
    ],
  );
}

export function isEmailTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'users_email_key');
}

/** Takes the place of `previous`; false when that is gone already. */
export async function exchangePasswordHash(
  on: Sql,
  userId: UserScope,
  previous: string,
  hash: string,
): Promise<boolean> {
  const rows = await on.query(
    `UPDATE users SET password_hash = $3, updated_at = $4
      WHERE id = $1::uuid AND password_hash = $2 RETURNING id`,
    [userId, previous, hash, new Date()],
  );
  return rows.length > 0;
}

export async function updatePasswordHash(tx: Sql, userId: UserScope, hash: string): Promise<void> {
  await tx.query('UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1::uuid', [
    userId,
    hash,
    new Date(),
  ]);
}

export async function updateTimeZone(userId: UserScope, timeZone: string): Promise<void> {
  await sql.query(
    'UPDATE users SET time_zone = $2, updated_at = $3 WHERE id = $1::uuid AND time_zone IS DISTINCT FROM $2',
    [userId, timeZone, new Date()],
  );
}

/** Keeps the first date when the user is disabled already. */
export async function updateDisabled(tx: Sql, userId: UserScope, disabled: boolean): Promise<void> {
  await tx.query(
    `UPDATE users SET disabled_at = CASE WHEN $2 THEN coalesce(disabled_at, $3) END, updated_at = $3
      WHERE id = $1::uuid`,
    [userId, disabled, new Date()],
  );
}

export async function updateAdmin(userId: UserScope, isAdmin: boolean): Promise<void> {
  await sql.query('UPDATE users SET is_admin = $2, updated_at = $3 WHERE id = $1::uuid', [
    userId,
    isAdmin,
    new Date(),
  ]);
}

export async function isAdmin(userId: UserScope): Promise<boolean> {
  const rows = await sql.query('SELECT 1 FROM users WHERE id = $1::uuid AND is_admin', [userId]);
  return rows.length > 0;
}

/** False, and nothing changed, where no one else would be left who is an admin and can sign in. */
export async function takeAdmin(tx: Sql, userId: UserScope): Promise<boolean> {
  // One at a time: two admins who take it from each other would both find the other one left.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('admins', 0))`);
  const rows = await tx.query(
    `UPDATE users SET is_admin = false, updated_at = $2
      WHERE id = $1::uuid
        AND EXISTS (SELECT 1 FROM users o WHERE o.is_admin AND o.disabled_at IS NULL AND o.id <> $1::uuid)
     RETURNING id`,
    [userId, new Date()],
  );
  return rows.length > 0;
}

/**
 * Counts the email address as verified. `proven`: by who also showed that the account is theirs; then the operator's own makes it
 * an admin's.
 */
export async function updateVerified(
  on: Sql,
  userId: UserScope,
  { adminEmail, proven }: { adminEmail: string | null; proven: boolean },
): Promise<void> {
  await on.query(
    `UPDATE users
        SET email_verified = true, email_proven = email_proven OR $3,
            is_admin = is_admin OR ($3 AND email IS NOT DISTINCT FROM $2), updated_at = $4
      WHERE id = $1::uuid`,
    [userId, adminEmail, proven, new Date()],
  );
}

/** Whether this is still the hash of the user's password. */
export async function hasPasswordHash(on: Sql, userId: UserScope, hash: string): Promise<boolean> {
  const rows = await on.query('SELECT 1 FROM users WHERE id = $1::uuid AND password_hash = $2', [
    userId,
    hash,
  ]);
  return rows.length > 0;
}

/** @throws an error that `isEmailTaken` knows */
export async function updateEmail(on: Sql, userId: UserScope, email: string): Promise<void> {
  await on.query(
    'UPDATE users SET email = $2, email_proven = false, updated_at = $3 WHERE id = $1::uuid',
    [userId, email, new Date()],
  );
}

/** Makes the account that has proven this email address an admin; tells which, if it was none before. */
export async function appointAdmin(email: string): Promise<string | undefined> {
  const [row] = await sql.query<{ id: string }>(
    `UPDATE users SET is_admin = true, updated_at = $2
      WHERE email = $1 AND email_verified AND email_proven AND NOT is_admin RETURNING id`,
    [email, new Date()],
  );
  return row && userScope(row.id);
}

/** Verified by a link alone, by an account that is no admin's. */
export async function isUnproven(email: string): Promise<boolean> {
  const rows = await sql.query(
    'SELECT 1 FROM users WHERE email = $1 AND email_verified AND NOT email_proven AND NOT is_admin',
    [email],
  );
  return rows.length > 0;
}

export interface Names {
  firstName: string;
  lastName: string;
}

export async function updateNames(tx: Sql, userId: UserScope, names: Names): Promise<void> {
  await tx.query(
    'UPDATE users SET first_name = $2, last_name = $3, updated_at = $4 WHERE id = $1::uuid',
    [userId, names.firstName, names.lastName, new Date()],
  );
}

/** The zone that counts whatever the browser says; null: the browser's. */
export async function updateChosenTimeZone(
  tx: Sql,
  userId: UserScope,
  timeZone: string | null,
): Promise<void> {
  await tx.query('UPDATE users SET chosen_time_zone = $2, updated_at = $3 WHERE id = $1::uuid', [
    userId,
    timeZone,
    new Date(),
  ]);
}

/** The zone counts where they have chosen none. */
export async function adoptTimeZone(userId: UserScope, timeZone: string): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE users SET chosen_time_zone = $2, updated_at = $3
      WHERE id = $1::uuid AND chosen_time_zone IS NULL RETURNING id`,
    [userId, timeZone, new Date()],
  );
  return rows.length > 0;
}

export async function hasImage(userId: UserScope): Promise<boolean> {
  const rows = await sql.query(
    'SELECT 1 FROM users WHERE id = $1::uuid AND picture_id IS NOT NULL',
    [userId],
  );
  return rows.length > 0;
}

/** It is their image where they have none. */
export async function adoptPhoto(userId: UserScope, pictureId: string): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE users SET picture_id = $2::uuid, updated_at = $3
      WHERE id = $1::uuid AND picture_id IS NULL RETURNING id`,
    [userId, pictureId, new Date()],
  );
  return rows.length > 0;
}

/** The zone that they chose, and the one that the browser told last. */
export async function findTimeZones(
  userId: UserScope,
): Promise<{ chosen: string | null; browser: string | null }> {
  const [row] = await sql.query<{ chosen: string | null; browser: string | null }>(
    'SELECT chosen_time_zone AS chosen, time_zone AS browser FROM users WHERE id = $1::uuid',
    [userId],
  );
  return row ?? { chosen: null, browser: null };
}

/** Takes the place of the image before, whose id it returns. */
export async function exchangePhoto(
  tx: Sql,
  userId: UserScope,
  pictureId: string | null,
): Promise<string | null> {
  const [row] = await tx.query<{ before: string | null }>(
    `UPDATE users u SET picture_id = $2::uuid, updated_at = $3
       FROM (SELECT id, picture_id FROM users WHERE id = $1::uuid FOR UPDATE) old
      WHERE u.id = old.id RETURNING old.picture_id AS before`,
    [userId, pictureId, new Date()],
  );
  return row?.before ?? null;
}

/** Those of the images that someone has. */
export async function knownImages(ids: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'SELECT picture_id AS id FROM users WHERE picture_id = ANY($1::uuid[])',
    [ids],
  );
  return rows.map(({ id }) => id);
}

export interface ListedAccount {
  email: string;
  isAdmin: boolean;
  emailVerified: boolean;
  disabled: boolean;
  lastSeenAt: Date | null;
}

/** Where a list goes on. */
export interface AccountCursor {
  createdAt: Date;
  id: string;
}

/** The oldest first. */
export function listAccountRows(
  on: Sql,
  { admins, after, limit }: { admins: boolean; after: AccountCursor | null; limit: number },
): Promise<(ListedAccount & AccountCursor)[]> {
  return on.query(
    `SELECT id, created_at, email, is_admin, email_verified,
            disabled_at IS NOT NULL AS disabled, last_seen_at
       FROM users
      WHERE (NOT $1::boolean OR is_admin)
        AND ($2::timestamptz IS NULL OR (created_at, id) > ($2::timestamptz, $3::uuid))
      ORDER BY created_at, id LIMIT $4::int`,
    [admins, after?.createdAt ?? null, after?.id ?? null, limit],
  );
}

/** For good, with every row that is the user's; tells whose address it was. */
export async function deleteUser(
  tx: Sql,
  userId: UserScope,
): Promise<{ email: string } | undefined> {
  const [row] = await tx.query<{ email: string }>(
    'DELETE FROM users WHERE id = $1::uuid RETURNING email',
    [userId],
  );
  return row;
}
