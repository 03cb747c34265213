import type { Sql } from '~/lib/db/index.server';

import { insertAccount, post } from './ledger.server';
import { NOTHING } from './spending';
import { TRIAL_TOKENS, trialEnd } from './terms';

/** Starts the trial of a new user, in the transaction that makes the user. A second call changes nothing. */
export async function openBillingAccount(
  tx: Sql,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  const opened = await insertAccount(tx, { userId, trialStart: now, trialEnd: trialEnd(now) });
  if (!opened) return;
  await post(
    tx,
    {
      userId,
      kind: 'grant',
      reference: 'signup',
      deltas: { ...NOTHING, trial: TRIAL_TOKENS },
      now,
    },
    { reserved: null, settled: null },
  );
}
