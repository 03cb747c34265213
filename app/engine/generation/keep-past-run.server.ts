import type { Sql } from '~/lib/db/index.server';

import { runs } from './runs.server';
import type { GenerationState } from './state';
import { insertPastGeneration } from './tables.server';

export interface PastRun {
  id: string;
  userId: string;
  kind: string;
  /** As it was told; null where nobody knows. */
  state: string | null;
  model: string;
  createdAt: Date;
}

const ENDS: readonly GenerationState[] = ['done', 'stopped', 'failed', 'interrupted'];
const MAX_MODEL = 200;

/** A run that was made elsewhere, for a text that comes from there; one that was going on there broke off. */
export async function keepPastRun(tx: Sql, { state, model, ...run }: PastRun): Promise<void> {
  await insertPastGeneration(tx, {
    ...run,
    state: state === null ? 'done' : (ENDS.find((end) => end === state) ?? 'interrupted'),
    reason: null,
    model: model.replaceAll('\0', '').slice(0, MAX_MODEL).toWellFormed(),
    processId: runs.processId,
  });
}
