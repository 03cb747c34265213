// Reads ledger_entries for people; ledger-data.server.ts writes them.
import type { Sql, SqlValue } from '~/lib/db/index.server';
import type { LedgerEntry } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { Amounts } from './spending';
import { TOKEN_USES } from '../usage/uses';
import type { LedgerFilterKind } from './entry';

export interface EntryQuery {
  userId: UserScope;
  kind: LedgerFilterKind | null;
  /** Inclusive. */
  from: Date | null;
  /** Exclusive. */
  before: Date | null;
  /** The last entry of the page before. */
  after: { at: Date; id: string } | null;
  limit: number;
}

export type EntryRow = Pick<LedgerEntry, 'id' | 'kind' | 'use' | 'tokens' | 'createdAt'> & Amounts;

/**
 * Newest first. A use includes what its reservation took; settlements in which nothing was used are left out.
 * SQL: joins the table with itself, and finds the page by a row comparison that uses the index.
 */
export function listEntries(sql: Sql, query: EntryQuery): Promise<EntryRow[]> {
  const values: SqlValue[] = [query.userId, query.limit];
  const value = (one: SqlValue, type: string) => `$${values.push(one)}::${type}`;
  const conditions = [`e.kind <> 'reserve'`, `(e.kind <> 'settle' OR e.tokens > 0)`];
  if (query.kind === 'grant' || query.kind === 'lapse') {
    conditions.push(`e.kind = ${value(query.kind, 'ledger_kind')}`, 'e.use IS NULL');
  } else if (query.kind === 'other') {
    // Old entries have no use.
    const known = TOKEN_USES.filter((use) => use !== 'other');
    conditions.push(
      `e.kind = 'settle' AND (e.use IS NULL OR NOT e.use = ANY(${value(known, 'text[]')}))`,
    );
  } else if (query.kind !== null) {
    conditions.push(`e.kind = 'settle' AND e.use = ${value(query.kind, 'text')}`);
  }
  if (query.from) conditions.push(`e.created_at >= ${value(query.from, 'timestamptz')}`);
  if (query.before) conditions.push(`e.created_at < ${value(query.before, 'timestamptz')}`);
  if (query.after) {
    const { at, id } = query.after;
    conditions.push(`(e.created_at, e.id) < (${value(at, 'timestamptz')}, ${value(id, 'uuid')})`);
  }
  return sql.query<EntryRow>(
    `SELECT e.id, e.kind, e.use, e.tokens, e.created_at,
            e.trial_delta + coalesce(r.trial_delta, 0) AS trial,
            e.allowance_delta + coalesce(r.allowance_delta, 0) AS allowance,
            e.balance_delta + coalesce(r.balance_delta, 0) AS balance
       FROM ledger_entries e
       LEFT JOIN ledger_entries r
         ON e.kind = 'settle' AND r.user_id = e.user_id AND r.kind = 'reserve' AND r.reference = e.reference
      WHERE e.user_id = $1::uuid AND ${conditions.join(' AND ')}
      ORDER BY e.created_at DESC, e.id DESC
      LIMIT $2::int`,
    values,
  );
}

export type UseRow = Pick<LedgerEntry, 'use' | 'tokens'> & {
  /** Counts from 0: day `n` lasts from `moments[n]` to `moments[n + 1]`. */
  day: number;
};

/** The tokens used on each day, by kind of use. SQL: groups by the days of the user's time zone. */
export function sumUses(sql: Sql, userId: UserScope, moments: readonly Date[]): Promise<UseRow[]> {
  const days = moments.map((moment) => moment.toISOString());
  return sql.query<UseRow>(
    `SELECT width_bucket(created_at, $2::timestamptz[]) - 1 AS day, use, sum(tokens)::bigint AS tokens
       FROM ledger_entries
      WHERE user_id = $1::uuid AND kind = 'settle' AND tokens > 0
        AND created_at >= ($2::timestamptz[])[1] AND created_at < ($2::timestamptz[])[$3::int]
      GROUP BY 1, 2`,
    [userId, days, days.length],
  );
}

/**
 * The tokens reserved for unfinished work. SQL: keeps only references that have no settlement, by an aggregate's
 * condition.
 */
export async function sumReserved(sql: Sql, userId: UserScope, since: Date): Promise<Amounts> {
  const [row] = await sql.query<Amounts>(
    // Looking at entries after `since` is enough: a settlement is never older than its reservation.
    `SELECT coalesce(-sum(trial), 0)::int AS trial, coalesce(-sum(allowance), 0)::int AS allowance,
            coalesce(-sum(balance), 0)::int AS balance
       FROM (SELECT sum(trial_delta) AS trial, sum(allowance_delta) AS allowance, sum(balance_delta) AS balance
               FROM ledger_entries
              WHERE user_id = $1::uuid AND created_at >= $2::timestamptz AND kind IN ('reserve', 'settle')
              GROUP BY reference
             HAVING bool_and(kind = 'reserve')) AS open`,
    [userId, since],
  );
  return row!;
}
