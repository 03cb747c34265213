import { publishToProcesses } from '~/engine/events/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { stopRun } from './drive.server';
import { runs } from './runs.server';
import { transition } from './state';
import { findGeneration, requestStop, runningOfUser } from './generation-data.server';

/**
 * Stops an answer, wherever it is written; what came stays. Stopping one that is over changes nothing.
 * @throws AppError `not-found` when it is not this user's.
 */
export async function stopGeneration(userId: UserScope, id: string): Promise<void> {
  const run = runs.held.get(id);
  if (run && run.userId === userId) {
    await stopRun(run);
    return;
  }
  const row = await findGeneration(sql, userId, id);
  if (!row) throw new AppError('not-found', 'This answer is no longer there.');
  if (typeof transition(row.state, 'stop') !== 'object') return;
  // The word arrives at once; the mark in the row serves where the word is lost.
  await requestStop(sql, userId, id);
  publishToProcesses('stop', id);
}

/** Stops whatever is being written for a user. */
export async function stopAllGenerations(userId: UserScope): Promise<void> {
  for (const id of await runningOfUser(sql, userId)) await stopGeneration(userId, id);
}

/** Another process passes on that someone pressed Stop; it has checked whose answer it is. */
export function stopAsTold(id: string): void {
  void runs.cut(id, 'stop');
}
