import { reserve } from '~/features/billing/index.server';
import { hasRoom } from '~/engine/user-data/index.server';
import { publish } from '~/engine/events/index.server';
import { enqueue } from '~/engine/queue/index.server';
import { afterCommit, sql, transaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import type { UserScope } from '~/lib/scope';

import type { JobView } from '../media';
import { mediaTexts } from '../texts';
import { ledgerReference } from './end-job.server';
import { countQueued, findJobByKey, insertJob, type JobRow, type NewJob } from './job-data.server';
import { mediaTurn, startSoon } from './worker.server';
import { jobEvent, viewJob } from './job-view.server';

/** So many jobs of one user may wait. */
const MAX_QUEUED = 100;

/** What an explanation of too few tokens names. */
type Purpose = 'pictures' | 'video';

/** @throws AppError `conflict` where another job would have no place, in the queue or for what it makes */
export async function assertTakesJobs(userId: UserScope): Promise<void> {
  if (!(await hasRoom(sql, userId, 1))) throw new AppError('conflict', mediaTexts.storageFull);
  if ((await countQueued(sql, userId)) >= MAX_QUEUED) {
    throw new AppError('conflict', mediaTexts.waiting);
  }
}

/** The job that was asked for with this key before, if one was. */
export async function jobOfKey(userId: UserScope, clientKey: string): Promise<JobView | null> {
  const known = await findJobByKey(sql, userId, clientKey);
  return known && viewJob(known);
}

/**
 * Reserves a job's tokens and puts it into the queue; the same key again gets the same job.
 * @throws AppError `out-of-tokens`
 */
export async function queueJob(
  wanted: Omit<NewJob, 'id'>,
  purpose: Purpose,
): Promise<{ job: JobView; isNew: boolean }> {
  const { userId } = wanted;
  const queued = await transaction(async (tx) => {
    const job = await insertJob(tx, { ...wanted, id: newId() });
    if (!job) return null;
    await enqueue(mediaTurn, {}, tx);
    await reserveFor(tx, job, purpose);
    afterCommit(tx, () => {
      KILLABLE: killPoint('media: queued, not told');
    });
    await publish(tx, userId, await jobEvent(tx, job));
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

/** All of it or nothing: half an image is of no use. */
async function reserveFor(tx: Sql, job: JobRow, purpose: Purpose): Promise<void> {
  if (job.tokens === 0) return;
  await reserve(tx, {
    userId: job.userId,
    reference: ledgerReference(job.id),
    promptTokens: job.tokens - 1,
    maxTokens: 1,
    weight: 1,
    now: new Date(),
    purpose,
  });
}
