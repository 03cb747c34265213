import { type Sql, transaction } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';

import {
  insertAccount,
  expireLocked,
  lockAccount,
  lockDueAccounts,
  post,
  readAccount,
  setEnd,
  setTrialing,
} from './ledger-data.server';
import { isAhead, NOTHING } from './spending';
import { TRIAL_TOKENS, trialEnd } from './terms';

/** Starts the trial of a new user, in the transaction that makes the user. A second call changes nothing. */
export async function openBillingAccount(
  tx: Sql,
  { userId, now }: { userId: UserScope; now: Date },
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

/**
 * Lets the trial end so many days later than it would, or from now on where it has ended; tokens of it that have lapsed
 * stay lapsed. Null, and nothing done, for an account with a subscription.
 */
export async function extendTrial(
  tx: Sql,
  userId: UserScope,
  days: number,
  now: Date,
): Promise<{ before: Date | null; after: Date } | null> {
  const { trialEndsAt } = await lockAccount(tx, userId, 'extend-trial');
  const account = await readAccount(tx, userId);
  if (account.subscriptionId !== null) return null;
  const from = isAhead(trialEndsAt, now) && trialEndsAt !== null ? trialEndsAt : now;
  const after = new Date(from.getTime() + days * DAY_MS);
  await setEnd(tx, userId, 'trial', after);
  await setTrialing(tx, userId);
  return { before: trialEndsAt, after };
}

const BATCH = 500;
/** A job that runs into more leaves the rest to its next run. */
const MAX_BATCHES = 200;

export interface ExpiryReport {
  accounts: number;
  tokens: number;
  /** Users whose trial was found over, each reported once. */
  trialsOver: string[];
}

/**
 * Takes away the tokens of trials and months that are over, and ends the status of a trial without a plan. Safe to run
 * at any time and twice at once. Tokens that a late `settle` gives back to an ended bucket lapse at the next run.
 */
export async function expireTokens(now: Date, batch: number = BATCH): Promise<ExpiryReport> {
  const report: ExpiryReport = { accounts: 0, tokens: 0, trialsOver: [] };
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const rows = await transaction(async (tx) => {
      const due = await lockDueAccounts(tx, now, batch);
      return due.length === 0 ? [] : expireLocked(tx, due, now);
    });
    for (const row of rows) {
      report.accounts += 1;
      report.tokens += row.trial + row.allowance;
      if (row.trialOver) report.trialsOver.push(row.userId);
    }
    if (rows.length < batch) break;
  }
  return report;
}
