import { getBalance } from '../ledger/get-balance.server';
import { readSubscription } from '../subscriptions/read-subscription.server';
import type { BalanceView } from './balance-view';
import { tokensLeft } from './read-tokens-left.server';

/**
 * What the screens show of an account.
 * @throws AppError `not-found` for a user without one.
 */
export async function readBalance(userId: string, now: Date): Promise<BalanceView> {
  const [balance, subscription] = await Promise.all([
    getBalance(userId, now),
    readSubscription(userId, now),
  ]);
  const { metering, tokens, totalTokensUsed } = balance;
  return {
    ...{ metering, ...tokens, totalTokensUsed },
    status: subscription.status,
    trialEndsAt: balance.trialEndsAt?.toISOString() ?? null,
    allowanceEndsAt: balance.allowanceEndsAt?.toISOString() ?? null,
    debt: subscription.debtTokens,
    lastTokenUse: balance.lastTokenUse?.toISOString() ?? null,
    shown: tokensLeft(balance, now),
  };
}
