import type { Sql } from '~/lib/db/index.server';

import { runs } from './runs.server';
import { isRunning, type GenerationState } from './state';
import { insertPastGeneration } from './tables.server';

export interface PastRun {
  id: string;
  userId: string;
  kind: string;
  state: GenerationState;
  reason: string | null;
  model: string;
  createdAt: Date;
}

const LONGEST_REASON = 500;
const LONGEST_MODEL = 200;

/** A run that was made elsewhere, for a text that comes from there; one that was going on there broke off. */
export async function keepPastRun(tx: Sql, run: PastRun): Promise<void> {
  await insertPastGeneration(tx, {
    ...run,
    state: isRunning(run.state) ? 'interrupted' : run.state,
    reason: run.reason === null ? null : storable(run.reason, LONGEST_REASON),
    model: storable(run.model, LONGEST_MODEL),
    processId: runs.processId,
  });
}

/** Without what PostgreSQL cannot store, and half characters. */
function storable(text: string, most: number): string {
  return text.replaceAll('\0', '').slice(0, most).toWellFormed();
}
