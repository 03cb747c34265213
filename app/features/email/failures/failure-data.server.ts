// Owns the mail_failures table: emails that did not arrive.
import { prisma, type Sql, type SqlValue } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import type { FailureFilter, FailureKind, Unreached } from './failure';

export interface NewFailure {
  /** Of the service's event; null where it refused the email at once. */
  eventKey: string | null;
  email: string;
  kind: FailureKind;
  reason: string;
  detail: string;
  subject: string;
  messageId: string | null;
  happenedAt: Date;
}

export interface FailureRow extends Omit<NewFailure, 'eventKey' | 'messageId'> {
  id: string;
  userId: UserScope | null;
  clearedAt: Date | null;
}

/** As the partial indexes have it. */
const COUNTS = `cleared_at IS NULL AND kind <> 'soft'`;

/**
 * Writes it down, once for each event. Says whose address it is; undefined where it was known already.
 * SQL: the statement itself looks up whose address it is, so that no deletion comes in between.
 */
export async function recordFailure(
  on: Sql,
  failure: NewFailure,
): Promise<{ userId: UserScope | null } | undefined> {
  const [row] = await on.query<{ userId: UserScope | null }>(
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
 * Why email does not reach the address, as far as is known; null where it does. The latest counts.
 * SQL: it is asked with each page, prepared, by a partial index.
 */
export async function findUnreached(on: Sql, email: string): Promise<Unreached | null> {
  const [row] = await on.query<{ kind: FailureKind }>(
    `SELECT kind FROM mail_failures WHERE email = $1 AND ${COUNTS} ORDER BY happened_at DESC, id DESC LIMIT 1`,
    [email],
    // Asked with each page.
    { prepared: true },
  );
  return row && row.kind !== 'soft' ? row.kind : null;
}

export interface Arrival {
  email: string;
  at: Date;
  /** Only what the service refused at once: it has taken an email, which may still bounce. */
  onlyRefusals?: boolean;
}

/**
 * Email reaches the address again: what was before then counts no more. Says whose address it is, if that changed anything.
 * SQL, as the transaction that verifies an address.
 */
export async function clearFailures(
  on: Sql,
  { email, at, onlyRefusals = false }: Arrival,
): Promise<{ cleared: number; userId: UserScope | null }> {
  const rows = await on.query<{ userId: UserScope | null }>(
    `UPDATE mail_failures SET cleared_at = $2::timestamptz
      WHERE email = $1 AND ${COUNTS} AND happened_at <= $2::timestamptz AND (NOT $3::boolean OR event_key IS NULL)
      RETURNING (SELECT id FROM users WHERE email = $1) AS user_id`,
    [email, at, onlyRefusals],
  );
  return { cleared: rows.length, userId: rows[0]?.userId ?? null };
}

export function findFailure(id: string): Promise<{ email: string } | null> {
  return prisma.mailFailure.findUnique({ where: { id }, select: { email: true } });
}

export interface FailureQuery {
  filter: FailureFilter;
  /** Only of this address. */
  email: string | null;
  /** The id that the page before ended with; ids sort by time. */
  before: string | null;
  limit: number;
}

/** The newest first. SQL: the partial index of those that count asks for its condition word by word. */
export function listFailures(on: Sql, query: FailureQuery): Promise<FailureRow[]> {
  const values: SqlValue[] = [query.limit];
  const value = (one: SqlValue) => `$${values.push(one)}`;
  const conditions = ['true'];
  if (query.filter === 'counting') conditions.push(COUNTS);
  if (query.email !== null) conditions.push(`email = ${value(query.email)}`);
  if (query.before !== null) conditions.push(`id < ${value(query.before)}::uuid`);
  return on.query<FailureRow>(
    `SELECT id, email, user_id, kind, reason, detail, subject, happened_at,
            cleared_at
       FROM mail_failures WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT $1::int`,
    values,
  );
}

/** Forgets what counts no more, what never did, and what is no one's here; and in the end everything. */
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

/** What is known of an address that is no one's any more. */
export async function deleteFailuresOf(email: string): Promise<void> {
  await prisma.mailFailure.deleteMany({ where: { email } });
}
