// Owns house_usage and house_shares: tokens a day (UTC) that no user is charged for (titles, the help assistant), in
// all and for each user.
import { prisma, sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { recordTokens } from '~/lib/metrics.server';
import type { UserScope } from '~/lib/scope';

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/**
 * Charges today's budget with tokens that the operator pays for a user; `tokens` are already weighted. SQL: upserts
 * that add to what is stored, if it is of today.
 */
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
  /** Tokens left today for all users together. */
  ofAll: number;
  /** Tokens left today for this user, whose share of the budget is limited. */
  ofUser: number;
}

/** What is left today. Calls that run at the same time may together exceed it a little. */
export async function operatorBudget(userId: UserScope, now: Date): Promise<OperatorBudget> {
  const day = new Date(dayOf(now));
  const select = { tokens: true };
  const [usedByAll, usedByUser] = await Promise.all([
    prisma.houseUsage.findUnique({ where: { day }, select }),
    prisma.houseShare.findUnique({ where: { userId, day }, select }),
  ]);
  const { AI_HOUSE_DAILY_TOKENS: budget, AI_HOUSE_USER_PERCENT: percent } = env();
  const ofAll = Math.max(0, budget - Number(usedByAll?.tokens ?? 0));
  const share = Math.floor((budget * percent) / 100);
  return { ofAll, ofUser: Math.min(ofAll, Math.max(0, share - Number(usedByUser?.tokens ?? 0))) };
}
