import { MAX_DEATHS, reapEach, thisProcessId } from '~/engine/leases/index.server';
import { onProcessMessage } from '~/engine/events/index.server';
import { prismaTransaction, sql } from '~/lib/db/index.server';
import { singleton } from '~/lib/singleton.server';

import { mediaTexts } from '../refusals';
import { applyEvent } from './end-job.server';
import { findAbandoned, type JobRow, lockJob } from './job-data.server';
import { registeredKinds } from './kinds.server';
import { listenToProvider } from './predictions.server';
import { deathOfJob, heldJobs, startDue, worker } from './worker.server';

const liveness = singleton('media-liveness', () => ({
  listener: null as { close(): Promise<void> } | null,
}));

/** Starts claiming jobs, beating for those of this process, and reaping those of dead ones. */
export async function startMediaWorker(options: { soleProcess: boolean }): Promise<void> {
  worker.works = true;
  onProcessMessage('media-cancel', (id) => void heldJobs.cut(id, 'stop'));
  liveness.listener = await listenToProvider();
  await heldJobs.start(upkeep, options);
}

async function upkeep(staleSeconds: number): Promise<void> {
  await reapJobs(staleSeconds);
  // The message about a new job may have been lost, and a slot may have become free elsewhere.
  await startDue();
}

/** Ends or requeues the jobs of processes without a heartbeat for `staleSeconds`; returns how many. */
export async function reapJobs(staleSeconds: number): Promise<number> {
  const mine = { processId: thisProcessId, ids: [...heldJobs.held.keys()] };
  const wanted = { staleSeconds, kinds: registeredKinds() };
  return reapEach('media jobs', await findAbandoned(sql, mine, wanted), reapOne);
}

async function reapOne(abandoned: JobRow): Promise<boolean> {
  return prismaTransaction(async (tx, sql) => {
    const db = { tx, sql };
    const row = await lockJob(sql, abandoned.userId, abandoned.id);
    const isSame = row?.workerId === abandoned.workerId && row.attempt === abandoned.attempt;
    if (!row || !isSame) return false;
    if (row.cancelRequestedAt) return applyEvent(db, row, 'cancel', null);
    const death = await deathOfJob(tx, row);
    if (death !== 'death-unresumable' && row.attempt >= MAX_DEATHS) {
      return applyEvent(db, row, 'fail', mediaTexts.givenUp);
    }
    return applyEvent(db, row, death, mediaTexts.restarted);
  });
}

/** Before the process ends: lets running jobs finish for `graceMs`, then ends or requeues the rest. */
export async function drainMedia(graceMs: number): Promise<void> {
  worker.works = false;
  await heldJobs.drain(graceMs);
  await liveness.listener?.close();
  liveness.listener = null;
}
