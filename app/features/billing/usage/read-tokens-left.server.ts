import { env } from '~/lib/env.server';

import { getBalance, type Balance } from '../ledger/get-balance.server';
import type { TokensLeft } from './tokens-left';

/** What the frame of every page shows; null where nothing is metered, for which nothing is asked. */
export async function readTokensLeft(userId: string, now: Date): Promise<TokensLeft | null> {
  if (env().METERING === 'off') return null;
  return tokensLeft(await getBalance(userId, now), now);
}

/** The same of a balance that has been read. */
export function tokensLeft(balance: Balance, now: Date): TokensLeft | null {
  const { metering, available, awaitingVerification, trialEndsAt, allowanceEndsAt, tokens } =
    balance;
  if (metering === 'off') return null;
  const ends = [tokens.trial > 0 && trialEndsAt, tokens.allowance > 0 && allowanceEndsAt];
  const ahead = ends.filter((end) => end instanceof Date && end > now) as Date[];
  const monthRuns = allowanceEndsAt !== null && allowanceEndsAt > now;
  return {
    metering,
    left: available,
    waiting: awaitingVerification,
    monthEndsAt: monthRuns ? allowanceEndsAt.toISOString() : null,
    changesAt:
      ahead.length > 0
        ? new Date(Math.min(...ahead.map((end) => end.getTime()))).toISOString()
        : null,
  };
}
