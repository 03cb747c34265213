import { sql, transaction } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';
import { onTold } from '~/engine/events/index.server';

import { mediaTexts } from '../texts';
import { applyEvent } from './end-job.server';
import { beatJobs, findAbandoned, findJob, type JobRow } from './job-data.server';
import { registeredKinds } from './kinds.server';
import { listenToProvider } from './predictions.server';
import { cutJob, deathOfJob, startDue, worker } from './worker.server';

const BEAT_MS = 3_000;
/** Five beats missed. */
const STALE_SECONDS = 15;
/** A job that ends its process as often as this is not taken up again. */
const MAX_ATTEMPTS = 3;

const life = singleton('media-liveness', () => ({
  timer: null as NodeJS.Timeout | null,
  ears: null as { close(): Promise<void> } | null,
}));

/**
 * Begins to take up jobs, shows that this process's are alive, and takes care of those of dead ones. `soleProcess`: no
 * other process can exist, so whatever runs elsewhere is dead, however fresh its last beat.
 */
export async function startMediaWorker({ soleProcess }: { soleProcess: boolean }): Promise<void> {
  worker.works = true;
  onTold('media-cancel', (id) => void cutJob(id, 'cancel'));
  life.ears = await listenToProvider();
  await reapJobs(soleProcess ? 0 : STALE_SECONDS);
  await startDue();
  let busy = false;
  life.timer = setInterval(() => {
    if (busy) return;
    busy = true;
    tick()
      .catch((err: unknown) => log.warn({ err }, 'the media jobs’ heartbeat failed, trying again'))
      .finally(() => {
        busy = false;
      });
  }, BEAT_MS).unref();
}

async function tick(): Promise<void> {
  // Those of before the beat: what is taken up meanwhile is not among its answers.
  const mine = [...worker.running.values()];
  if (mine.length > 0) {
    const ids = mine.map(({ claim }) => claim.id);
    const alive = await beatJobs(sql, worker.id, ids);
    for (const { claim } of mine) {
      const held = alive.find(({ id, attempt }) => id === claim.id && attempt === claim.attempt);
      // One that has just ended is not there either: then nothing is left to cut.
      if (!held) void cutJob(claim.id, 'lost');
      else if (held.cancelRequested) void cutJob(claim.id, 'cancel');
    }
  }
  await reapJobs(STALE_SECONDS);
  // What is told of a new job may be lost, and a slot may have become free elsewhere.
  await startDue();
}

/** Ends or puts back the jobs of processes without a sign of life for `staleSeconds`. */
export async function reapJobs(staleSeconds: number): Promise<number> {
  let reaped = 0;
  const mine = { workerId: worker.id, ids: [...worker.running.keys()] };
  const wanted = { staleSeconds, kinds: registeredKinds() };
  for (const abandoned of await findAbandoned(sql, mine, wanted)) {
    try {
      if (await reapOne(abandoned)) reaped += 1;
    } catch (err) {
      // One that cannot be ended must not keep the others running for ever.
      log.error({ err, id: abandoned.id }, 'ending an abandoned media job failed');
    }
  }
  if (reaped > 0) log.info({ jobs: reaped }, 'took over media jobs of a process that died');
  return reaped;
}

async function reapOne(abandoned: JobRow): Promise<boolean> {
  return transaction(async (tx) => {
    const row = await findJob(tx, abandoned.userId, abandoned.id, 'FOR UPDATE');
    const same = row?.workerId === abandoned.workerId && row.attempt === abandoned.attempt;
    if (!row || !same) return false;
    if (row.cancelRequested) return applyEvent(tx, row, 'cancel', null);
    const death = await deathOfJob(tx, row);
    if (death !== 'death-asked' && row.attempt >= MAX_ATTEMPTS) {
      return applyEvent(tx, row, 'fail', mediaTexts.givenUp);
    }
    return applyEvent(tx, row, death, mediaTexts.restarted);
  });
}

/** Before the process goes: lets running jobs finish for `graceMs`, then marks or puts back what is left. */
export async function drainMedia(graceMs: number): Promise<void> {
  worker.works = false;
  if (life.timer) clearInterval(life.timer);
  life.timer = null;
  const ends = () => Promise.allSettled([...worker.running.values()].map(({ ended }) => ended));
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    ends(),
    new Promise((resolve) => {
      timer = setTimeout(resolve, graceMs);
    }),
  ]);
  clearTimeout(timer);
  for (const id of worker.running.keys()) void cutJob(id, 'death');
  await ends();
  await life.ears?.close();
  life.ears = null;
}
