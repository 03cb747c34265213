import type { Sql, SqlValue } from '~/lib/db/index.server';
import type { BillingAccount, User } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { TimeCursor } from '../time-cursor.server';
import type { UserCounts, UserFilter } from './user-view';

// Reads the tables of several features, for admins only, and never a user's texts. SQL: conditions and columns that
// Prisma can't write in one query: the search index's expression, a row comparison, EXISTS as a column.

export interface UserQuery {
  /** Part of a name or an email; '' for all. */
  text: string;
  filter: UserFilter;
  /** The last user of the page before. */
  before: TimeCursor | null;
}

type UserColumns =
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'isAdmin'
  | 'emailVerified'
  | 'timeZone'
  | 'createdAt'
  | 'lastSeenAt';

export interface UserRow
  extends Pick<User, UserColumns>, Pick<BillingAccount, 'subscriptionStatus'> {
  id: UserScope;
  unreached: boolean;
  deleting: boolean;
  disabled: boolean;
}

/** The condition of a partial index on mail_failures. */
const UNREACHED = `EXISTS (SELECT FROM mail_failures f
   WHERE f.email = u.email AND f.cleared_at IS NULL AND f.kind <> 'soft')`;

const DELETING =
  'EXISTS (SELECT FROM account_deletions d WHERE d.user_id = u.id AND d.removed_at IS NULL)';

const USER = `u.id, u.email, u.first_name, u.last_name, u.is_admin,
  u.email_verified, u.disabled_at IS NOT NULL AS disabled, ${UNREACHED} AS unreached, ${DELETING} AS deleting, u.time_zone,
  coalesce(b.subscription_status, 'none') AS subscription_status, u.created_at,
  u.last_seen_at`;

const CONDITIONS: Record<UserQuery['filter'], string | null> = {
  all: null,
  admins: 'u.is_admin',
  unverified: 'NOT u.email_verified',
  unreached: UNREACHED,
  deleting: DELETING,
  disabled: 'u.disabled_at IS NOT NULL',
  trialing: `b.subscription_status = 'trialing'`,
  subscribed: 'b.subscription_id IS NOT NULL',
};

/** Newest first. */
export function listUserRows(sql: Sql, query: UserQuery, limit: number): Promise<UserRow[]> {
  const values: SqlValue[] = [limit];
  const value = (one: SqlValue) => `$${values.push(one)}`;
  const conditions = ['true'];
  const condition = CONDITIONS[query.filter];
  if (condition !== null) conditions.push(condition);
  if (query.text !== '') {
    const pattern = `%${query.text.replace(/[\\%_]/g, '\\$&')}%`;
    // The expression of the trigram index.
    conditions.push(
      `lower(u.email || E'\\n' || u.first_name || ' ' || u.last_name) LIKE lower(${value(pattern)})`,
    );
  }
  if (query.before) {
    const { createdAt, id } = query.before;
    conditions.push(
      `(u.created_at, u.id) < (${value(createdAt)}::timestamptz, ${value(id)}::uuid)`,
    );
  }
  return sql.query<UserRow>(
    `SELECT ${USER} FROM users u LEFT JOIN billing_accounts b ON b.user_id = u.id
      WHERE ${conditions.join(' AND ')}
      ORDER BY u.created_at DESC, u.id DESC LIMIT $1::int`,
    values,
  );
}

export async function findUserRow(sql: Sql, id: string): Promise<UserRow | null> {
  const [row] = await sql.query<UserRow>(
    `SELECT ${USER} FROM users u LEFT JOIN billing_accounts b ON b.user_id = u.id WHERE u.id = $1::uuid`,
    [id],
  );
  return row ?? null;
}

/** How much a user has, without what they deleted. SQL: Prisma would count the rows of every user first. */
export async function countOf(
  sql: Sql,
  userId: UserScope,
): Promise<Omit<UserCounts, 'storedBytes'>> {
  const [row] = await sql.query<Omit<UserCounts, 'storedBytes'>>(
    `SELECT
       (SELECT count(*) FROM conversations WHERE user_id = $1::uuid AND deleted_at IS NULL)::int AS conversations,
       (SELECT count(*) FROM messages WHERE user_id = $1::uuid)::int AS messages,
       (SELECT count(*) FROM saved_contents WHERE user_id = $1::uuid AND deleted_at IS NULL)::int AS saved_contents,
       (SELECT count(*) FROM profiles WHERE user_id = $1::uuid)::int AS profiles,
       (SELECT count(*) FROM media_items WHERE user_id = $1::uuid AND deleted_at IS NULL)::int AS media_items,
       (SELECT count(*) FROM sessions WHERE user_id = $1::uuid AND expires_at > now())::int AS sessions`,
    [userId],
  );
  return row!;
}
