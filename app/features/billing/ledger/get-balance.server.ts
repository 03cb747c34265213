import { sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import type { UserScope } from '~/lib/scope';

import { readAccount } from './ledger-data.server';
import { isAhead, spendable, sum, type Amounts, type Metering } from './spending';

/** What the screens show of an account. Tokens set aside for a running answer are already off. */
export interface Balance {
  metering: Metering;
  subscriptionStatus: string;
  subscriptionId: string | null;
  subscriptionName: string | null;
  trialStartsAt: Date | null;
  trialEndsAt: Date | null;
  allowanceEndsAt: Date | null;
  /** Lapsed tokens are not among them. */
  tokens: Amounts;
  /** What the next answer can be paid from; 0 while metering is off, where nothing needs to be paid. */
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
  // The trial ends by time, also before the job has written it down.
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
