import { afterCommit, type Sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import type { UserScope } from '~/lib/scope';

import { lockAccount, post } from './ledger-data.server';
import { assertTokens, NOTHING, planSettlement, spendable } from './spending';
import { publishTokens } from '../usage/publish-tokens.server';
import { tokenUseOf } from '../usage/uses';

export interface SettleRequest {
  userId: UserScope;
  reference: string;
  /** What was used, already weighted; 0 gives the whole reservation back. */
  tokens: number;
  /** The kind of generation or media job that used them, for the user's overview. */
  kind?: string;
  now: Date;
}

/**
 * Replaces a reservation by what was used, in the transaction that stores the answer. Works without a reservation, too. A
 * second call changes nothing and returns what the first one did, whatever its `tokens`.
 */
export async function settle(
  tx: Sql,
  { userId, reference, tokens, kind, now }: SettleRequest,
): Promise<{ charged: number; uncovered: number }> {
  assertTokens(tokens);
  const metering = env().METERING;
  for (;;) {
    const account = await lockAccount(tx, userId, reference);
    const { settled, reserved } = account.posted;
    if (settled) {
      return { charged: settled.tokens - settled.uncovered, uncovered: settled.uncovered };
    }

    const { deltas, charged, uncovered } = planSettlement({
      reserved: reserved ?? NOTHING,
      available: spendable(account, metering, now),
      tokens,
      metering,
    });
    const use = kind === undefined ? undefined : tokenUseOf(kind);
    const used = { tokens, uncovered, use };
    const entry = { userId, kind: 'settle', reference, deltas, ...used, now } as const;
    if (await post(tx, entry, account.posted)) {
      afterCommit(tx, () => publishTokens(userId));
      return { charged, uncovered };
    }
  }
}

/** Gives back what is still reserved under a reference. Unlike `settle`, it writes nothing where nothing was reserved. */
export async function giveBack(
  tx: Sql,
  { userId, reference, now }: Pick<SettleRequest, 'userId' | 'reference' | 'now'>,
): Promise<void> {
  const { posted } = await lockAccount(tx, userId, reference);
  if (posted.reserved) await settle(tx, { userId, reference, tokens: 0, now });
}
