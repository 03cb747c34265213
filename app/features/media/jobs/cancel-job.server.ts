import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import { publishToProcesses } from '~/engine/events/index.server';

import type { JobView } from '../media';
import { mediaTexts } from '../texts';
import { applyEvent } from './end-job.server';
import { findJob, listOpenJobs, requestCancel } from './job-data.server';
import { readJob } from './view-job.server';
import { cutJob } from './worker.server';

/**
 * Ends a job: one that waits never begins, of one that runs the provider's work is broken off and what is there
 * stays. Cancelling one that is over changes nothing.
 * @throws AppError `not-found`
 */
export async function cancelJob(userId: string, id: string | undefined): Promise<JobView> {
  if (!isId(id)) throw new AppError('not-found', mediaTexts.jobGone);
  const isRunning = await transaction(async (tx) => {
    const row = await findJob(tx, userId, id, 'FOR UPDATE');
    if (!row) throw new AppError('not-found', mediaTexts.jobGone);
    if (row.state === 'running') await requestCancel(tx, id);
    else await applyEvent(tx, row, 'cancel', null);
    return row.state === 'running';
  });
  if (isRunning) {
    killPoint('cancel: marked, not cut off');
    const ended = cutJob(id, 'cancel');
    // The word arrives at once; the mark in the row serves where it is lost.
    if (ended) await ended;
    else publishToProcesses('media-cancel', id);
  }
  return readJob(userId, id);
}

/** Ends whatever waits or runs for a user. */
export async function cancelAllJobs(userId: string): Promise<void> {
  for (const { id, state } of await listOpenJobs(sql, userId)) {
    if (state === 'queued' || state === 'running') await cancelJob(userId, id);
  }
}
