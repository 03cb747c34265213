import { transaction } from '~/lib/db/index.server';

import { lapseLocked, lockDueAccounts } from './ledger.server';

const BATCH = 500;
/** A job that runs into more leaves the rest to its next run. */
const MAX_BATCHES = 200;

export interface LapseReport {
  accounts: number;
  tokens: number;
  /** Users whose trial was found over, each reported once. */
  trialsOver: string[];
}

/**
 * Takes away the tokens of trials and months that are over, and ends the status of a trial without a plan. Safe to run
 * at any time and twice at once. Tokens that a late `settle` gives back to an ended bucket lapse at the next run.
 */
export async function lapse(now: Date, batch: number = BATCH): Promise<LapseReport> {
  const report: LapseReport = { accounts: 0, tokens: 0, trialsOver: [] };
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const rows = await transaction(async (tx) => {
      const due = await lockDueAccounts(tx, now, batch);
      return due.length === 0 ? [] : lapseLocked(tx, due, now);
    });
    for (const row of rows) {
      report.accounts += 1;
      report.tokens += row.trial + row.allowance;
      if (row.trial_over) report.trialsOver.push(row.user_id);
    }
    if (rows.length < batch) break;
  }
  return report;
}
