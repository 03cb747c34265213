import { prismaTransaction, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import { publish, publishToProcesses } from '~/engine/events/index.server';
import { findContact } from '~/features/accounts/index.server';
import { isOutboxUsed } from '~/features/email/index.server';
import type { UserScope } from '~/lib/scope';

import { isOver, type JobView } from '../media';
import { mediaTexts } from '../refusals';
import { applyEvent } from './end-job.server';
import {
  findJob,
  type JobRow,
  listOpenJobs,
  lockJob,
  requestCancel,
  setEmailWanted,
  setSeen,
} from './job-data.server';
import { jobEvent, readJob } from './job-view.server';
import { heldJobs } from './worker.server';

/**
 * Cancels a job: a queued one never starts; a running one is stopped at the provider too, and what it has delivered
 * stays. Canceling a job that has ended changes nothing.
 * @throws AppError `not-found`
 */
export async function cancelJob(userId: UserScope, id: string | undefined): Promise<JobView> {
  if (!isId(id)) throw jobGone();
  const isRunning = await prismaTransaction(async (tx, sql) => {
    const row = await lockJob(sql, userId, id);
    if (!row) throw jobGone();
    if (row.state === 'running') await requestCancel(tx, row);
    else await applyEvent({ tx, sql }, row, 'cancel', null);
    return row.state === 'running';
  });
  if (isRunning) {
    KILLABLE: killPoint('cancel: marked, not cut off');
    const ended = heldJobs.cut(id, 'stop');
    // The message arrives at once; where it is lost, the mark in the row serves.
    if (ended) await ended;
    else publishToProcesses('media-cancel', id);
  }
  return readJob(userId, id);
}

/** Cancels a user's queued and running jobs. */
export async function cancelAllJobs(userId: UserScope): Promise<void> {
  for (const { id, state } of await listOpenJobs(sql, userId)) {
    if (!isOver(state)) await cancelJob(userId, id);
  }
}

export type JobMark = { mail: boolean } | { seen: true };

/**
 * Sets whether an email announces a job's end, or records that a tab has announced it, so that no email is needed.
 * @throws AppError `not-found`; `conflict` when it is too late or too early, or the address isn't confirmed
 */
export async function markJob(
  userId: UserScope,
  id: string | undefined,
  mark: JobMark,
): Promise<JobView> {
  const job = await ownJob(userId, id);
  if ('mail' in mark) {
    await requestEmail(userId, job.id, mark.mail);
  } else {
    if (!isOver(job.state)) throw new AppError('conflict', mediaTexts.notOver);
    await setSeen(userId, job.id);
  }
  return readJob(userId, job.id);
}

async function requestEmail(userId: UserScope, id: string, wanted: boolean): Promise<void> {
  if (wanted && isOutboxUsed()) throw new AppError('conflict', mediaTexts.noEmail);
  if (wanted && !(await findContact({ userId }))?.emailVerified) {
    throw new AppError('conflict', mediaTexts.emailUnverified);
  }
  await prismaTransaction(async (tx, sql) => {
    const row = await setEmailWanted(tx, userId, id, wanted);
    if (!row) throw new AppError('conflict', mediaTexts.over);
    await publish(sql, userId, await jobEvent(sql, row));
  });
}

async function ownJob(userId: UserScope, id: string | undefined): Promise<JobRow> {
  const row = isId(id) ? await findJob(userId, id) : null;
  if (!row) throw jobGone();
  return row;
}

function jobGone(): AppError {
  return new AppError('not-found', mediaTexts.jobGone);
}
