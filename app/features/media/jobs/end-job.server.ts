import { settle } from '~/features/billing/index.server';
import { publish } from '~/engine/events/index.server';
import { enqueue } from '~/engine/queue/index.server';
import { afterCommit, type Sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { recordTokens } from '~/lib/metrics.server';

import { partlyMade } from '../texts';
import { jobEmail, EMAIL_AFTER_SECONDS } from '../notices/job-email.server';
import { loseCalls } from './call-data.server';
import { findJob, finishJob, requeueJob, type JobRow } from './job-data.server';
import { mediaKind } from './kinds.server';
import { transition, type JobEvent } from './state';
import { jobEvents } from './job-view.server';

/** What a job's reservation and settlement are called in the ledger: one of each, however often it is taken up. */
export function ledgerReference(jobId: string): string {
  return `media:${jobId}`;
}

/**
 * Does to a locked job what `event` means: ends it, with what was made paid and the rest given back, or puts it back
 * into the queue, and publishes it. False when the event changes nothing.
 */
export async function applyEvent(
  tx: Sql,
  job: JobRow,
  event: JobEvent,
  reason: string | null,
): Promise<boolean> {
  const next = transition(job.state, event);
  if (typeof next !== 'object') return false;
  if (next.to === 'queued') {
    await requeueJob(tx, job.id);
    await publishJob(tx, job);
    return true;
  }

  const kind = mediaKind(job.kind);
  const { made, wanted, tokens } = await kind.made(tx, job);
  // What was made is there and paid, whatever became of the rest.
  const partly = next.to === 'failed' && made > 0;
  const state = partly ? 'succeeded' : next.to;
  const told = partly && reason !== null ? partlyMade(made, wanted, reason) : reason;
  const now = new Date();
  const { charged } = await settle(tx, {
    userId: job.userId,
    reference: ledgerReference(job.id),
    tokens,
    kind: job.kind,
    now,
  });
  KILLABLE: killPoint('media: settled, not committed');
  if (state === 'cancelled') await kind.cancelled?.(tx, job);
  await loseCalls(tx, job.id);
  await finishJob(tx, job.id, { state, reason: told, usedTokens: tokens });
  if (job.mailWanted && state !== 'cancelled') {
    const { userId, id } = job;
    await enqueue(jobEmail, { userId, jobId: id }, tx, { afterSeconds: EMAIL_AFTER_SECONDS });
  }
  KILLABLE: killPoint('media: ended, not committed');
  afterCommit(tx, () => {
    recordTokens('used', tokens);
    recordTokens('charged', charged);
  });
  await publishJob(tx, job);
  return true;
}

async function publishJob(tx: Sql, { userId, id }: JobRow): Promise<void> {
  const row = await findJob(tx, userId, id);
  if (row) await publish(tx, userId, ...(await jobEvents(tx, row)));
}
