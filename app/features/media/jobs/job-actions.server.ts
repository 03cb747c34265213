import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import { publish, publishToProcesses } from '~/engine/events/index.server';
import { findContact } from '~/features/accounts/index.server';
import type { UserScope } from '~/lib/scope';

import type { JobView } from '../media';
import { mediaTexts } from '../texts';
import { applyEvent } from './end-job.server';
import { findJob, listOpenJobs, requestCancel, setEmailWanted, setSeen } from './job-data.server';
import { jobEvent, readJob } from './job-view.server';
import { heldJobs } from './worker.server';

/**
 * Ends a job: one that waits never begins, of one that runs the provider's work is broken off and what is there
 * stays. Cancelling one that is over changes nothing.
 * @throws AppError `not-found`
 */
export async function cancelJob(userId: UserScope, id: string | undefined): Promise<JobView> {
  if (!isId(id)) throw new AppError('not-found', mediaTexts.jobGone);
  const isRunning = await transaction(async (tx) => {
    const row = await findJob(tx, userId, id, 'FOR UPDATE');
    if (!row) throw new AppError('not-found', mediaTexts.jobGone);
    if (row.state === 'running') await requestCancel(tx, id);
    else await applyEvent(tx, row, 'cancel', null);
    return row.state === 'running';
  });
  if (isRunning) {
    KILLABLE: killPoint('cancel: marked, not cut off');
    const ended = heldJobs.cut(id, 'stop');
    // The word arrives at once; the mark in the row serves where it is lost.
    if (ended) await ended;
    else publishToProcesses('media-cancel', id);
  }
  return readJob(userId, id);
}

/** Ends whatever waits or runs for a user. */
export async function cancelAllJobs(userId: UserScope): Promise<void> {
  for (const { id, state } of await listOpenJobs(sql, userId)) {
    if (state === 'queued' || state === 'running') await cancelJob(userId, id);
  }
}

export type JobMark = { mail: boolean } | { seen: true };

/**
 * Whether an email is to tell of a job's end; or that a tab has told of it, so that none is needed.
 * @throws AppError `not-found`; `conflict` when it is too late, or no one has confirmed the address
 */
export async function markJob(
  userId: UserScope,
  id: string | undefined,
  mark: JobMark,
): Promise<JobView> {
  if (!isId(id)) throw new AppError('not-found', mediaTexts.jobGone);
  if ('seen' in mark) {
    if (!(await setSeen(sql, userId, id))) await refuse(userId, id, mediaTexts.notOver);
  } else {
    await wish(userId, id, mark.mail);
  }
  return readJob(userId, id);
}

async function wish(userId: UserScope, id: string, email: boolean): Promise<void> {
  if (email && !(await findContact({ userId }))?.emailVerified) {
    await refuse(userId, id, mediaTexts.emailUnverified);
  }
  const isOpen = await transaction(async (tx) => {
    const row = await setEmailWanted(tx, userId, id, email);
    if (row) await publish(tx, userId, await jobEvent(tx, row));
    return row !== null;
  });
  if (!isOpen) await refuse(userId, id, mediaTexts.over);
}

/** Another's job is not there, whatever is the matter with one's own. */
async function refuse(userId: UserScope, id: string, text: string): Promise<never> {
  const own = await findJob(sql, userId, id);
  throw own ? new AppError('conflict', text) : new AppError('not-found', mediaTexts.jobGone);
}
