import { type PrismaTx, type Sql, transaction } from '~/lib/db/index.server';
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

/** Starts the trial of a new user, in the transaction that creates the user. A second call changes nothing. */
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
 * Extends the trial by this many days, counted from its end or, if that is past, from now. Tokens that have expired stay
 * expired. Null, and nothing done, for an account with a subscription.
 */
export async function extendTrial(
  tx: PrismaTx,
  sql: Sql,
  userId: UserScope,
  days: number,
  now: Date,
): Promise<{ before: Date | null; after: Date } | null> {
  const { trialEndsAt } = await lockAccount(sql, userId, 'extend-trial');
  const account = await readAccount(sql, userId);
  if (account.subscriptionId !== null) return null;
  const from = isAhead(trialEndsAt, now) && trialEndsAt !== null ? trialEndsAt : now;
  const after = new Date(from.getTime() + days * DAY_MS);
  await setEnd(sql, userId, 'trial', after);
  await setTrialing(tx, userId);
  return { before: trialEndsAt, after };
}

const BATCH = 500;
/** A job leaves what is beyond this to its next run. */
const MAX_BATCHES = 200;

export interface ExpiryReport {
  accounts: number;
  tokens: number;
  /** Users whose trial has ended since the last run. */
  trialsOver: string[];
}

/**
 * For a job: removes the tokens of trials and months that are over, and the trial status of accounts without a plan.
 * Runs may overlap. Tokens that a late `settle` returns to an ended bucket expire at the next run.
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
