// Owns house_usage: tokens that no user is charged for (titles, the help assistant), by day in UTC.
import { sql } from '~/lib/db/index.server';
import { env } from '~/lib/env.server';
import { countTokens } from '~/lib/metrics.server';

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Writes what the house has used down on today's budget; `tokens` are already weighed. */
export async function chargeHouse(tokens: number, now: Date): Promise<void> {
  await sql.query(
    `INSERT INTO house_usage (day, tokens) VALUES ($1::date, $2::bigint)
     ON CONFLICT (day) DO UPDATE SET tokens = house_usage.tokens + excluded.tokens`,
    [dayOf(now), tokens],
  );
  countTokens('house', tokens);
}

/** Tokens that the house still pays for today. Calls that run at the same time may together go a little beyond. */
export async function houseBudgetLeft(now: Date): Promise<number> {
  const [row] = await sql.query<{ tokens: number }>(
    'SELECT tokens FROM house_usage WHERE day = $1::date',
    [dayOf(now)],
  );
  return Math.max(0, env().AI_HOUSE_DAILY_TOKENS - (row?.tokens ?? 0));
}
