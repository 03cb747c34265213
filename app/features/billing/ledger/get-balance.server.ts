import { sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import type { UserScope } from '~/lib/scope';

import { readAccount } from './ledger-data.server';
import { isAhead, spendable, sum, type Amounts, type Metering } from './spending';

/** Tokens that are reserved for a running answer are already subtracted. */
export interface Balance {
  metering: Metering;
  subscriptionStatus: string;
  subscriptionId: string | null;
  subscriptionName: string | null;
  trialStartsAt: Date | null;
  trialEndsAt: Date | null;
  allowanceEndsAt: Date | null;
  /** Without expired tokens. */
  tokens: Amounts;
  /** What can be spent; 0 while metering is off and nothing is charged. */
  available: number;
  /** Trial tokens that can be used once the email address is verified. */
  awaitingVerification: number;
  totalTokensUsed: number;
  lastTokenUse: Date | null;
}

/** @throws AppError `not-found` for a user without an account. */
export async function getBalance(userId: UserScope, now: Date): Promise<Balance> {
  const row = await readAccount(sql, userId);
  const metering = env().METERING;
  const trialRuns = isAhead(row.subscriptionTrialEndAt, now);
  const tokens = {
    trial: trialRuns ? row.trialToken : 0,
    allowance: isAhead(row.allowanceEndsAt, now) ? row.allowanceToken : 0,
    balance: row.tokenBalance,
  };
  const funds = {
    buckets: tokens,
    trialEndsAt: row.subscriptionTrialEndAt,
    allowanceEndsAt: row.allowanceEndsAt,
    emailVerified: row.emailVerified,
  };
  // The trial ends by time, even before the job has recorded its end.
  const trialOver =
    row.subscriptionStatus === 'trialing' && row.subscriptionId === null && !trialRuns;
  return {
    metering,
    subscriptionStatus: trialOver ? 'none' : row.subscriptionStatus,
    subscriptionId: row.subscriptionId,
    subscriptionName: row.subscriptionName,
    trialStartsAt: row.subscriptionTrialStartAt,
    trialEndsAt: row.subscriptionTrialEndAt,
    allowanceEndsAt: row.allowanceEndsAt,
    tokens,
    available: sum(spendable(funds, metering, now)),
    awaitingVerification: metering === 'billing' && !row.emailVerified ? tokens.trial : 0,
    totalTokensUsed: row.totalTokensUsed,
    lastTokenUse: row.lastTokenUse,
  };
}
