import type { Sql } from '~/lib/db/index.server';
import { env } from '~/lib/env.server';
import { AppError } from '~/lib/errors';

import { lockAccount } from './ledger.server';
import { outOfTokensText, tooFewForAllText } from '../texts';
import { leastCost, shareOut, type SharedRequest } from './share-out';
import { explainShortage, spendable, sum } from './spending';
import { publishTokens } from '../usage/publish-tokens.server';

/**
 * How long each of several texts may get that are asked for together, by what the user has: reserve each with its
 * answer in the same transaction, which holds the account's row lock from here on.
 * @throws AppError `out-of-tokens` when there is not enough for all of them.
 */
export async function roomForAll(
  tx: Sql,
  {
    userId,
    requests,
    weight,
    now,
  }: { userId: string; requests: readonly SharedRequest[]; weight: number; now: Date },
): Promise<number[]> {
  const metering = env().METERING;
  if (metering === 'off') return requests.map(({ maxTokens }) => maxTokens);
  const account = await lockAccount(tx, userId, '');
  const left = sum(spendable(account, metering, now));
  const room = shareOut(left, requests, weight);
  if (room) return room;
  publishTokens(userId);
  const shortage = explainShortage(account, metering, weight, now);
  throw new AppError(
    'out-of-tokens',
    shortage.reason === 'too-little'
      ? tooFewForAllText(left, leastCost(requests, weight), metering)
      : outOfTokensText(shortage, metering),
  );
}
