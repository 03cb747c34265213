import type { TokenUse } from '~/features/billing';
import { parseUse } from '~/features/billing/index.server';
import { sql } from '~/lib/db/index.server';
import type { LedgerEntry } from '~/lib/prisma/client';
import { DAY_MS } from '~/lib/time';

import type { PartHealth } from '../health/connections';
import { readHealth } from '../health/read-health.server';

// Reads the tables of several features, for admins only. SQL: conditional counts and sums by day, a query for each
// figure.

export interface OverviewDay {
  /** `YYYY-MM-DD`, in UTC. */
  day: string;
  signUps: number;
  messages: number;
  tokens: number;
  /** `tokens` by what they were used for. */
  uses: Partial<Record<TokenUse, number>>;
  houseTokens: number;
}

export interface Overview {
  users: { total: number; activeToday: number; activeWeek: number; activeMonth: number };
  jobs: { waiting: number; running: number; failedToday: number };
  storedBytes: number;
  parts: PartHealth[];
  /** The last thirty, the latest last. */
  days: OverviewDay[];
}

/** How the site is doing, in figures only. */
export async function readOverview(now: Date): Promise<Overview> {
  const [users, jobs, storedBytes, days, uses, parts] = await Promise.all([
    countUsers(now),
    countJobs(now),
    countStored(),
    readDays(now),
    readUses(now),
    readHealth(now),
  ]);
  return {
    users,
    jobs,
    storedBytes,
    days: days.map((day) => ({ ...day, uses: usesOf(uses, day.day) })),
    parts,
  };
}

type DayUse = Pick<LedgerEntry, 'use' | 'tokens'> & { day: string };

function usesOf(rows: readonly DayUse[], day: string): OverviewDay['uses'] {
  const uses: OverviewDay['uses'] = {};
  for (const row of rows) {
    if (row.day !== day) continue;
    const use = parseUse(row.use);
    uses[use] = (uses[use] ?? 0) + row.tokens;
  }
  return uses;
}

async function countUsers(now: Date): Promise<Overview['users']> {
  const [row] = await sql.query<Overview['users']>(
    `SELECT (SELECT count(*) FROM users)::int AS total,
            count(*) FILTER (WHERE last_seen_at > $1::timestamptz - interval '1 day')::int AS active_today,
            count(*) FILTER (WHERE last_seen_at > $1::timestamptz - interval '7 days')::int AS active_week,
            count(*)::int AS active_month
       FROM users WHERE last_seen_at > $1::timestamptz - interval '30 days'`,
    [now],
  );
  return row!;
}

async function countJobs(now: Date): Promise<Overview['jobs']> {
  const [row] = await sql.query<Overview['jobs']>(
    `SELECT count(*) FILTER (WHERE state = 'queued')::int AS waiting,
            count(*) FILTER (WHERE state = 'running')::int AS running,
            count(*) FILTER (WHERE state = 'failed' AND finished_at > $1::timestamptz - interval '1 day')::int AS failed_today
       FROM media_jobs
      WHERE state IN ('queued', 'running') OR finished_at > $1::timestamptz - interval '1 day'`,
    [now],
  );
  return row!;
}

async function countStored(): Promise<number> {
  const [row] = await sql.query<{ bytes: number }>(
    `SELECT (SELECT coalesce(sum(stored_size), 0) FROM attachments)
          + (SELECT coalesce(sum(stored_bytes), 0) FROM media_items) AS bytes`,
  );
  return row!.bytes;
}

/** Ids begin with the time (UUIDv7), so the primary key finds the rows since a moment. */
function firstIdOf(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** Thirty days up to today, including those on which nothing happened. */
function readDays(now: Date): Promise<Omit<OverviewDay, 'uses'>[]> {
  return sql.query<Omit<OverviewDay, 'uses'>>(
    `WITH days AS (
       SELECT day::date FROM generate_series(($1::timestamptz AT TIME ZONE 'UTC')::date - 29,
                                             ($1::timestamptz AT TIME ZONE 'UTC')::date, interval '1 day') AS day
     ), since AS (SELECT (min(day)::timestamp AT TIME ZONE 'UTC') AS at FROM days)
     SELECT to_char(d.day, 'YYYY-MM-DD') AS day,
            coalesce(u.n, 0)::int AS sign_ups, coalesce(m.n, 0)::int AS messages,
            coalesce(l.n, 0)::float8 AS tokens, coalesce(h.tokens, 0)::float8 AS house_tokens
       FROM days d
       LEFT JOIN (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS n FROM users, since
                   WHERE created_at >= since.at GROUP BY 1) u USING (day)
       LEFT JOIN (SELECT (timestamp AT TIME ZONE 'UTC')::date AS day, count(*) AS n FROM messages, since
                   WHERE role = 'user' AND id >= $2::uuid AND timestamp >= since.at GROUP BY 1) m USING (day)
       LEFT JOIN (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, sum(tokens) AS n FROM ledger_entries, since
                   WHERE kind = 'settle' AND id >= $2::uuid AND created_at >= since.at GROUP BY 1) l USING (day)
       LEFT JOIN house_usage h ON h.day = d.day
      ORDER BY d.day`,
    [now, firstIdOf(new Date(now.getTime() - 31 * DAY_MS))],
  );
}

/** The tokens of each of those days by what they were used for. */
function readUses(now: Date): Promise<DayUse[]> {
  return sql.query<DayUse>(
    `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, use, sum(tokens)::float8 AS tokens
       FROM ledger_entries
      WHERE kind = 'settle' AND tokens > 0 AND id >= $1::uuid
      GROUP BY 1, 2`,
    [firstIdOf(new Date(now.getTime() - 31 * DAY_MS))],
  );
}
