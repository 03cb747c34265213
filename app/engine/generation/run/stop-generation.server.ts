import { publishToProcesses } from '~/engine/events/index.server';
import { registerUserData } from '~/engine/user-data/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { findGeneration, requestStop, runningOfUser } from '../generation-data.server';
import { runs } from './runs.server';
import { transition } from '../state';

/**
 * Stops an answer, whichever process writes it, and keeps the text so far. Stopping one that has ended changes nothing.
 * @throws AppError `not-found` when it is not this user's.
 */
export async function stopGeneration(userId: UserScope, id: string): Promise<void> {
  if (runs.held.get(id)?.userId === userId) {
    await runs.cut(id, 'stop');
    return;
  }
  const row = await findGeneration(sql, userId, id);
  if (!row) throw new AppError('not-found', 'This answer is no longer there.');
  if (typeof transition(row.state, 'stop') !== 'object') return;
  // The message arrives at once; should it be lost, the process finds the mark in the row with its next beat.
  await requestStop(userId, id);
  publishToProcesses('stop', id);
}

/** For another process, which has checked that the answer is this person's. */
export function stopRun(id: string): void {
  void runs.cut(id, 'stop');
}

/** Called once per process, by registry.server.ts. */
export function registerGeneration(): void {
  registerUserData('generation', {
    async stop(userId) {
      for (const id of await runningOfUser(userId)) await stopGeneration(userId, id);
    },
  });
}
