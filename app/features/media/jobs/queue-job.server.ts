import { getBalance, reserve } from '~/features/billing/index.server';
import { hasRoom } from '~/engine/user-data/index.server';
import { publish } from '~/engine/events/index.server';
import { enqueue } from '~/engine/queue/index.server';
import { afterCommit, prismaTransaction, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import type { UserScope } from '~/lib/scope';

import type { JobView } from '../media';
import { mediaTexts } from '../refusals';
import { ledgerReference } from './end-job.server';
import { countQueued, findJobByKey, insertJob, type JobRow, type NewJob } from './job-data.server';
import type { OpenTransaction } from './kinds.server';
import { mediaTurn, startSoon } from './worker.server';
import { jobEvent, viewJob } from './job-view.server';

const MAX_QUEUED_PER_USER = 100;

/** What an explanation of too few tokens names. */
type Purpose = 'pictures' | 'video' | 'training';

/** @throws AppError `conflict` where the queue, or the user's storage, has no room for another job */
export async function assertTakesJobs(userId: UserScope): Promise<void> {
  await assertRoom(userId);
  if ((await countQueued(userId)) >= MAX_QUEUED_PER_USER) {
    throw new AppError('conflict', mediaTexts.waiting);
  }
}

/** @throws AppError `conflict` when the user's storage is full */
export async function assertRoom(userId: UserScope): Promise<void> {
  if (!(await hasRoom(sql, userId, 1))) throw new AppError('conflict', mediaTexts.storageFull);
}

/** The tokens that a user has for a job; null where nothing is metered. */
export async function availableTokens(userId: UserScope): Promise<number | null> {
  const { metering, available } = await getBalance(userId, new Date());
  return metering === 'off' ? null : available;
}

/** The job that an earlier request with this key created. */
export async function jobOfKey(userId: UserScope, clientKey: string): Promise<JobView | null> {
  const known = await findJobByKey(userId, clientKey);
  return known && viewJob(known);
}

/** What is stored in the transaction that queues a job, for what wants it. */
export type WithJob = (db: OpenTransaction, job: JobRow) => Promise<void>;

/**
 * Queues a job and reserves its tokens; the same key again returns the same job.
 * @throws AppError `out-of-tokens`
 */
export async function queueJob(
  wanted: Omit<NewJob, 'id'>,
  purpose: Purpose,
  withJob?: WithJob,
): Promise<{ job: JobView; isNew: boolean }> {
  const { userId } = wanted;
  const queued = await prismaTransaction(async (tx, sql) => {
    const job = await addJob({ tx, sql }, wanted, purpose);
    if (job) {
      await withJob?.({ tx, sql }, job);
      await publish(sql, userId, await jobEvent(sql, job));
    }
    return job;
  });
  if (!queued) {
    // The same request came twice at once.
    const job = await jobOfKey(userId, wanted.clientKey);
    if (!job) throw new AppError('not-found', mediaTexts.jobGone);
    return { job, isNew: false };
  }
  startSoon();
  return { job: await viewJob(queued), isNew: true };
}

/**
 * Inserts a job, wakes the workers at the commit, and reserves its tokens: all of them or none, as half an image is of
 * no use. Null when there is a job with this key already. @throws AppError `out-of-tokens`
 */
export async function addJob(
  { tx, sql }: OpenTransaction,
  wanted: Omit<NewJob, 'id'>,
  purpose: Purpose,
): Promise<JobRow | null> {
  const job = await insertJob(tx, { ...wanted, id: newId() });
  if (!job) return null;
  await enqueue(mediaTurn, {}, sql);
  if (job.tokens > 0) {
    await reserve(sql, {
      userId: job.userId,
      reference: ledgerReference(job.id),
      promptTokens: job.tokens - 1,
      maxTokens: 1,
      weight: 1,
      now: new Date(),
      purpose,
    });
  }
  afterCommit(sql, () => {
    KILLABLE: killPoint('media: queued, not told');
  });
  return job;
}
