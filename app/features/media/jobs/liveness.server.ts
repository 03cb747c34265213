import { MAX_DEATHS, reapEach, thisProcessId } from '~/engine/leases/index.server';
import { onProcessMessage } from '~/engine/events/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { singleton } from '~/lib/singleton.server';

import { mediaTexts } from '../texts';
import { applyEvent } from './end-job.server';
import { findAbandoned, findJob, type JobRow } from './job-data.server';
import { registeredKinds } from './kinds.server';
import { listenToProvider } from './predictions.server';
import { deathOfJob, heldJobs, startDue, worker } from './worker.server';

const life = singleton('media-liveness', () => ({
  ears: null as { close(): Promise<void> } | null,
}));

/** Begins to take up jobs, shows that this process's are alive, and takes care of those of dead ones. */
export async function startMediaWorker(options: { soleProcess: boolean }): Promise<void> {
  worker.works = true;
  onProcessMessage('media-cancel', (id) => void heldJobs.cut(id, 'stop'));
  life.ears = await listenToProvider();
  await heldJobs.start(upkeep, options);
}

async function upkeep(staleSeconds: number): Promise<void> {
  await reapJobs(staleSeconds);
  // What is told of a new job may be lost, and a slot may have become free elsewhere.
  await startDue();
}

/** Ends or puts back the jobs of processes without a sign of life for `staleSeconds`. */
export async function reapJobs(staleSeconds: number): Promise<number> {
  const mine = { processId: thisProcessId, ids: [...heldJobs.held.keys()] };
  const wanted = { staleSeconds, kinds: registeredKinds() };
  return reapEach('media jobs', await findAbandoned(sql, mine, wanted), reapOne);
}

async function reapOne(abandoned: JobRow): Promise<boolean> {
  return transaction(async (tx) => {
    const row = await findJob(tx, abandoned.userId, abandoned.id, 'FOR UPDATE');
    const same = row?.processId === abandoned.processId && row.attempt === abandoned.attempt;
    if (!row || !same) return false;
    if (row.cancelRequested) return applyEvent(tx, row, 'cancel', null);
    const death = await deathOfJob(tx, row);
    if (death !== 'death-asked' && row.attempt >= MAX_DEATHS) {
      return applyEvent(tx, row, 'fail', mediaTexts.givenUp);
    }
    return applyEvent(tx, row, death, mediaTexts.restarted);
  });
}

/** Before the process goes: lets running jobs finish for `graceMs`, then marks or puts back what is left. */
export async function drainMedia(graceMs: number): Promise<void> {
  worker.works = false;
  await heldJobs.drain(graceMs);
  await life.ears?.close();
  life.ears = null;
}
