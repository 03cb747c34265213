import { getBalance, reserve } from '~/features/billing/index.server';
import { readProfileList } from '~/features/profiles/index.server';
import { hasRoom } from '~/features/storage/index.server';
import { enqueue } from '~/jobs/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';

import { findItem } from '../items/item-table.server';
import { announceMedia, jobChange } from '../jobs/changes.server';
import { ledgerReference } from '../jobs/end-job.server';
import { countQueued, findJobByKey, insertJob, type JobRow } from '../jobs/job-table.server';
import { mediaTurn } from '../jobs/media-turn.server';
import { viewJob } from '../jobs/view-job.server';
import { startSoon } from '../jobs/worker.server';
import type { ImageRequest, JobView } from '../media';
import { mediaMessages } from '../messages';
import { fitToModel } from './image-models.server';

/** So many jobs of one user may wait. */
const MOST_QUEUED = 100;

/**
 * Takes a wish for pictures: reserves its tokens and puts it into the queue. The same key again gets the same job.
 * @throws AppError `invalid`, `not-found`, `conflict`, `out-of-tokens`
 */
export async function requestImages(
  userId: string,
  clientKey: string,
  given: ImageRequest,
): Promise<{ job: JobView; isNew: boolean }> {
  const known = await findJobByKey(sql, userId, clientKey);
  if (known) return { job: await viewJob(known), isNew: false };

  const { model, request } = await fitToModel(userId, given);
  await assertUsable(userId, request);
  const profileId = await ownProfile(userId, request.profileId);
  const tokens = model.tokens * request.count;

  const made = await transaction(async (tx) => {
    const job = await insertJob(tx, {
      id: newId(),
      userId,
      kind: 'image',
      clientKey,
      request: { ...request, profileId },
      referenceId: request.referenceId ?? null,
      tokens,
    });
    if (!job) return null;
    await enqueue(mediaTurn, {}, tx);
    await reserveFor(tx, job);
    return { job, tell: await announceMedia(tx, userId, [await jobChange(tx, job)]) };
  });
  if (!made) {
    // The same request came twice at once.
    const row = await findJobByKey(sql, userId, clientKey);
    if (!row) throw new AppError('not-found', mediaMessages.jobGone);
    return { job: await viewJob(row), isNew: false };
  }
  made.tell();
  startSoon();
  return { job: await viewJob(made.job), isNew: true };
}

async function assertUsable(userId: string, { referenceId }: ImageRequest): Promise<void> {
  if (referenceId !== undefined && !(await findItem(sql, userId, referenceId))) {
    throw new AppError('not-found', mediaMessages.referenceGone);
  }
  if (!(await hasRoom(sql, userId, 1))) throw new AppError('conflict', mediaMessages.storageFull);
  if ((await countQueued(sql, userId)) >= MOST_QUEUED) {
    throw new AppError('conflict', mediaMessages.waiting);
  }
}

/** Null where it is nobody's or another's: it only says where the words came from. */
async function ownProfile(userId: string, profileId: string | null): Promise<string | null> {
  if (profileId === null) return null;
  const { profiles } = await readProfileList(userId);
  return profiles.some(({ id }) => id === profileId) ? profileId : null;
}

/** All of it or nothing: half a picture is of no use. */
async function reserveFor(tx: Parameters<typeof reserve>[0], job: JobRow): Promise<void> {
  if (job.tokens === 0) return;
  await reserve(tx, {
    userId: job.userId,
    reference: ledgerReference(job.id),
    promptTokens: job.tokens - 1,
    maxTokens: 1,
    weight: 1,
    now: new Date(),
    purpose: 'pictures',
  });
}

/** What a request would cost, and what there is to pay it from; null where nothing needs to be paid. */
export async function estimateImages(
  userId: string,
  given: ImageRequest,
): Promise<{ tokens: number; available: number | null }> {
  const { model, request } = await fitToModel(userId, given);
  const balance = await getBalance(userId, new Date());
  return {
    tokens: model.tokens * request.count,
    available: balance.metering === 'off' ? null : balance.available,
  };
}
