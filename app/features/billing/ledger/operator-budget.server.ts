// Owns house_usage and house_shares: tokens that no user is charged for (titles, the help assistant), by day in UTC, of all
// users and of each.
import { sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { recordTokens } from '~/lib/metrics.server';
import type { UserScope } from '~/lib/scope';

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Writes what the operator has paid for a user down on today's budget; `tokens` are already weighed. */
export async function chargeOperator(userId: UserScope, tokens: number, now: Date): Promise<void> {
  await sql.query(
    `WITH charged AS (
       INSERT INTO house_usage (day, tokens) VALUES ($1::date, $2::bigint)
       ON CONFLICT (day) DO UPDATE SET tokens = house_usage.tokens + excluded.tokens
     )
     INSERT INTO house_shares (user_id, day, tokens)
     SELECT id, $1::date, $2::bigint FROM users WHERE id = $3::uuid
     ON CONFLICT (user_id) DO UPDATE
       SET tokens = excluded.tokens + CASE WHEN house_shares.day = excluded.day THEN house_shares.tokens ELSE 0 END,
           day = excluded.day`,
    [dayOf(now), tokens, userId],
  );
  recordTokens('house', tokens);
}

export interface OperatorBudget {
  /** Tokens that the operator still pays today, for all users together. */
  ofAll: number;
  /** And for this user, who gets a share of the budget at most. */
  ofUser: number;
}

/** Calls that run at the same time may together go a little beyond. */
export async function operatorBudget(userId: UserScope, now: Date): Promise<OperatorBudget> {
  const [row] = await sql.query<{ all: number; user: number }>(
    `SELECT coalesce((SELECT tokens FROM house_usage WHERE day = $1::date), 0) AS "all",
            coalesce((SELECT tokens FROM house_shares WHERE user_id = $2::uuid AND day = $1::date), 0) AS "user"`,
    [dayOf(now), userId],
  );
  const { AI_HOUSE_DAILY_TOKENS: budget, AI_HOUSE_USER_PERCENT: percent } = env();
  const ofAll = Math.max(0, budget - (row?.all ?? 0));
  const share = Math.floor((budget * percent) / 100);
  return { ofAll, ofUser: Math.min(ofAll, Math.max(0, share - (row?.user ?? 0))) };
}
