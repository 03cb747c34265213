import { settle } from '~/features/billing/index.server';
import { isOutboxUsed } from '~/features/email/index.server';
import { publish } from '~/engine/events/index.server';
import { enqueue } from '~/engine/queue/index.server';
import { afterCommit } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { recordTokens } from '~/lib/metrics.server';

import { partlyMade } from '../refusals';
import { jobEmail, EMAIL_AFTER_SECONDS } from '../notices/job-email.server';
import { loseCalls } from './call-data.server';
import { findJob, finishJob, requeueJob, type JobRow } from './job-data.server';
import { mediaKind, type OpenTransaction } from './kinds.server';
import { transition, type JobEvent } from './state';
import { jobEvents } from './job-view.server';

/** What a job's reservation and settlement are called in the ledger: one of each, however many attempts it takes. */
export function ledgerReference(jobId: string): string {
  return `media:${jobId}`;
}

/**
 * Applies an event to a locked job and publishes it: the job ends, paying for what it made and returning the rest of its
 * reservation, or goes back into the queue. False when the event changes nothing.
 */
export async function applyEvent(
  db: OpenTransaction,
  job: JobRow,
  event: JobEvent,
  reason: string | null,
): Promise<boolean> {
  const { tx, sql } = db;
  const next = transition(job.state, event);
  if (typeof next !== 'object') return false;
  if (next.to === 'queued') {
    await requeueJob(tx, job);
    await publishJob(db, job);
    return true;
  }

  const kind = mediaKind(job.kind);
  const { made, wanted, tokens } = await kind.made(db, job);
  // What was made is there and paid for, whatever became of the rest.
  const isPartial = next.to === 'failed' && made > 0;
  const state = isPartial ? 'succeeded' : next.to;
  const { charged } = await settle(sql, {
    userId: job.userId,
    reference: ledgerReference(job.id),
    tokens,
    kind: job.kind,
    now: new Date(),
  });
  KILLABLE: killPoint('media: settled, not committed');
  if (state === 'cancelled') await kind.cancelled?.(db, job);
  await loseCalls(tx, job.userId, job.id);
  await finishJob(sql, job, {
    state,
    reason: isPartial && reason !== null ? partlyMade(made, wanted, reason) : reason,
    usedTokens: tokens,
  });
  if (job.mailWanted && state !== 'cancelled' && !isOutboxUsed()) {
    const { userId, id } = job;
    await enqueue(jobEmail, { userId, jobId: id }, sql, { afterSeconds: EMAIL_AFTER_SECONDS });
  }
  KILLABLE: killPoint('media: ended, not committed');
  afterCommit(sql, () => {
    recordTokens('used', tokens);
    recordTokens('charged', charged);
  });
  await publishJob(db, job);
  return true;
}

async function publishJob({ tx, sql }: OpenTransaction, { userId, id }: JobRow): Promise<void> {
  const row = await findJob(userId, id, tx);
  if (row) await publish(sql, userId, ...(await jobEvents(sql, row)));
}
