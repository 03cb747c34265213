// Owns the mail_failures table: emails that didn't arrive.
import { prisma, type PrismaTx, type Sql, sql, type SqlValue } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { MailFailure } from '~/lib/prisma/client';
import { userScope, type UserScope } from '~/lib/scope';

import type { FailureFilter, Unreached } from './failure';

/** `eventKey` is that of the service's event; null if the service refused the email at once. */
export type NewFailure = Pick<
  MailFailure,
  'eventKey' | 'email' | 'kind' | 'reason' | 'detail' | 'subject' | 'messageId' | 'happenedAt'
>;

export type FailureRow = Omit<NewFailure, 'eventKey' | 'messageId'> &
  Pick<MailFailure, 'id' | 'clearedAt'> & { userId: UserScope | null };

/** The condition of the partial indexes. */
const COUNTS = `cleared_at IS NULL AND kind <> 'soft'`;

/**
 * Stores a failure, once for each event, and returns whose address it is; undefined if the event was already stored.
 * SQL: the statement itself looks up the user, so that no deletion can come in between.
 */
export async function insertFailure(
  sql: Sql,
  failure: NewFailure,
): Promise<{ userId: UserScope | null } | undefined> {
  const [row] = await sql.query<Pick<FailureRow, 'userId'>>(
    `INSERT INTO mail_failures (id, event_key, email, user_id, kind, reason, detail, subject, message_id, happened_at)
     VALUES ($1::uuid, $2, $3::text, (SELECT id FROM users WHERE email = $3::text), $4::mail_failure_kind, $5, $6, $7, $8,
             $9::timestamptz)
     ON CONFLICT (event_key) DO NOTHING RETURNING user_id`,
    [
      newId(),
      failure.eventKey,
      failure.email,
      failure.kind,
      failure.reason,
      failure.detail,
      failure.subject,
      failure.messageId,
      failure.happenedAt,
    ],
  );
  return row;
}

/**
 * Why email doesn't reach the address, by its latest failure; null if nothing is known to be wrong with it. SQL: hot
 * path; every page asks for this, by a prepared statement that uses a partial index.
 */
export async function findUnreached(email: string): Promise<Unreached | null> {
  const [row] = await sql.query<Pick<MailFailure, 'kind'>>(
    `SELECT kind FROM mail_failures WHERE email = $1 AND ${COUNTS} ORDER BY happened_at DESC, id DESC LIMIT 1`,
    [email],
    { prepared: true },
  );
  return row && row.kind !== 'soft' ? row.kind : null;
}

export interface Arrival {
  email: string;
  at: Date;
  /** Clears only refusals: the service has accepted an email, but it may still bounce. */
  onlyRefusals?: boolean;
}

/** Email reaches the address again: clears the failures before `at`, and returns whose address it is if there were any. */
export async function clearFailures(
  tx: PrismaTx,
  { email, at, onlyRefusals = false }: Arrival,
): Promise<{ cleared: number; userId: UserScope | null }> {
  const { count: cleared } = await tx.mailFailure.updateMany({
    where: {
      email,
      clearedAt: null,
      kind: { not: 'soft' },
      happenedAt: { lte: at },
      ...(onlyRefusals && { eventKey: null }),
    },
    data: { clearedAt: at },
  });
  if (cleared === 0) return { cleared, userId: null };
  const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
  return { cleared, userId: user && userScope(user.id) };
}

export async function findFailedAddress(id: string): Promise<string | null> {
  const row = await prisma.mailFailure.findUnique({ where: { id }, select: { email: true } });
  return row?.email ?? null;
}

export interface FailureQuery {
  filter: FailureFilter;
  /** Only those of this address. */
  email: string | null;
  /** The last id of the previous page; ids sort by time. */
  before: string | null;
  limit: number;
}

/** The newest first. SQL: the partial index is only used for its condition, word for word. */
export function listFailures(query: FailureQuery): Promise<FailureRow[]> {
  const values: SqlValue[] = [query.limit];
  const value = (each: SqlValue) => `$${values.push(each)}`;
  const conditions = ['true'];
  if (query.filter === 'counting') conditions.push(COUNTS);
  if (query.email !== null) conditions.push(`email = ${value(query.email)}`);
  if (query.before !== null) conditions.push(`id < ${value(query.before)}::uuid`);
  return sql.query<FailureRow>(
    `SELECT id, email, user_id, kind, reason, detail, subject, happened_at, cleared_at
       FROM mail_failures WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT $1::int`,
    values,
  );
}

/**
 * Deletes failures before `before` that are cleared, temporary, or not a user's, and all failures before `allBefore`.
 */
export async function deleteFailures({
  before,
  allBefore,
}: {
  before: Date;
  allBefore: Date;
}): Promise<void> {
  await prisma.mailFailure.deleteMany({
    where: {
      OR: [
        { happenedAt: { lt: allBefore } },
        {
          happenedAt: { lt: before },
          OR: [{ clearedAt: { not: null } }, { kind: 'soft' }, { userId: null }],
        },
      ],
    },
  });
}

/** For an address that no longer belongs to anyone. */
export async function deleteFailuresOf(email: string): Promise<void> {
  await prisma.mailFailure.deleteMany({ where: { email } });
}
