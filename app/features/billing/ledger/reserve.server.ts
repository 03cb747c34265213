import { afterCommit, type Sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { outOfTokensText, type Purpose, tooFewForAllText } from '../texts';
import { publishTokens } from '../usage/publish-tokens.server';
import { lockAccount, post } from './ledger-data.server';
import { minCost, type SharedRequest, shareOut } from './share-out';
import {
  assertAnswerable,
  explainShortage,
  minus,
  NOTHING,
  planReservation,
  roomForAnswer,
  spendable,
  sum,
} from './spending';
import { SMALLEST_ANSWER } from './terms';

export interface ReserveRequest {
  userId: UserScope;
  /** What the tokens are for; `settle` with the same one closes the reservation. */
  reference: string;
  promptTokens: number;
  maxTokens: number;
  weight: number;
  /** For other work that is about to reserve them: tokens to leave, as far as there's still room for a short answer. */
  spare?: number;
  now: Date;
  /** For the text of the refusal. */
  purpose?: Purpose;
}

/**
 * Reserves tokens for an answer before it is requested, and returns how long it may be. Holds the account's row lock
 * until the transaction ends, so call it last. A repeated reference reserves nothing more and gets the same result.
 * @throws AppError `out-of-tokens` when there is no room for even a short answer
 */
export async function reserve(
  tx: Sql,
  request: ReserveRequest,
): Promise<{ reserved: number; maxTokens: number }> {
  const { userId, reference, now, weight } = request;
  assertAnswerable(request);
  const metering = env().METERING;
  if (metering === 'off') return { reserved: 0, maxTokens: request.maxTokens };

  for (;;) {
    const account = await lockAccount(tx, userId, reference);
    if (account.posted.reserved) {
      const reserved = sum(account.posted.reserved);
      const smallest = Math.min(SMALLEST_ANSWER, request.maxTokens);
      return { reserved, maxTokens: Math.max(smallest, roomForAnswer(reserved, request)) };
    }
    // Already settled: no settlement would ever give new tokens back.
    if (account.posted.settled) return { reserved: 0, maxTokens: request.maxTokens };

    const plan = planReservation(spendable(account, metering, now), request);
    if (!plan) {
      // The refusal names the number of tokens left, so the page should show the same one.
      publishTokens(userId);
      throw new AppError(
        'out-of-tokens',
        outOfTokensText(explainShortage(account, metering, weight, now), metering, request.purpose),
      );
    }
    const deltas = minus(NOTHING, plan.taken);
    const entry = { userId, kind: 'reserve', reference, deltas, now } as const;
    if (await post(tx, entry, account.posted)) {
      afterCommit(tx, () => publishTokens(userId));
      return { reserved: plan.reserved, maxTokens: plan.maxTokens };
    }
  }
}

/**
 * How long each of several texts that are requested together may be. Reserve each with its result in the same
 * transaction, which holds the account's row lock from here on.
 * @throws AppError `out-of-tokens` when there aren't enough tokens for all of them
 */
export async function roomForAll(
  tx: Sql,
  {
    userId,
    requests,
    weight,
    now,
  }: { userId: UserScope; requests: readonly SharedRequest[]; weight: number; now: Date },
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
      ? tooFewForAllText(left, minCost(requests, weight), metering)
      : outOfTokensText(shortage, metering),
  );
}
