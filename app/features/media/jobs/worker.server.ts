import { publish } from '~/engine/events/index.server';
import { afterCommit, sql, transaction } from '~/lib/db/index.server';
import { env } from '~/lib/env.server';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';
import type { QueuedJob } from '~/engine/queue/index.server';

import { mediaTexts } from '../texts';
import { callsOf, endCall, insertCall, setProviderRef } from './call-data.server';
import { applyEvent } from './end-job.server';
import {
  anyQueued,
  type Claim,
  claimNext,
  findJob,
  type JobRow,
  lockClaimed,
  setProgress,
} from './job-data.server';
import { JobFailed, type JobWork, registeredKinds, LeaseLost, mediaKind } from './kinds.server';
import { deathOf, type JobEvent } from './state';
import { jobEvents } from './job-view.server';

/** A job that this process runs. */
interface Running {
  claim: Claim;
  userId: string;
  abort: AbortController;
  /** Why it was aborted, if it was. */
  cutBy: 'cancel' | 'death' | 'lost' | null;
  ended: Promise<void>;
}

/** What this process does; `works` says whether it takes up jobs. */
export const worker = singleton('media-worker', () => ({
  id: newId(),
  works: false,
  running: new Map<string, Running>(),
  starting: null as Promise<void> | null,
  again: false,
}));

/** Takes up what may run now. Several calls at once become one, and one more after it. */
export function startDue(): Promise<void> {
  if (!worker.works) return Promise.resolve();
  if (worker.starting) {
    worker.again = true;
    return worker.starting;
  }
  worker.starting = startAll().finally(() => {
    worker.starting = null;
    if (worker.again) {
      worker.again = false;
      startSoon();
    }
  });
  return worker.starting;
}

/** The same for those who do not wait for it. */
export function startSoon(): void {
  startDue().catch((err: unknown) => log.warn({ err }, 'taking up media jobs failed'));
}

async function startAll(): Promise<void> {
  while (worker.works && (await anyQueued(sql))) {
    const job = await transaction(async (tx) => {
      const job = await claimNext(tx, {
        workerId: worker.id,
        most: env().MEDIA_JOBS,
        kinds: registeredKinds(),
      });
      if (!job) return null;
      afterCommit(tx, () => {
        killPoint('media: taken up, not begun');
      });
      await publish(tx, job.userId, ...(await jobEvents(tx, job)));
      return job;
    });
    if (!job) return;
    begin(job);
  }
}

function begin(job: JobRow): void {
  const running: Running = {
    claim: { id: job.id, attempt: job.attempt, workerId: worker.id },
    userId: job.userId,
    abort: new AbortController(),
    cutBy: null,
    ended: Promise.resolve(),
  };
  worker.running.set(job.id, running);
  running.ended = drive(job, running).finally(() => {
    // It may have been given up and taken up again here.
    if (worker.running.get(job.id) === running) worker.running.delete(job.id);
    startSoon();
  });
}

/** Takes a job from its start to its end in the database. Never rejects. */
async function drive(job: JobRow, running: Running): Promise<void> {
  const { event, reason } = await workOn(job, running);
  if (event !== null) await untilStored(running, event, reason);
}

interface Outcome {
  /** Null: it is not ours any more. `death` is told apart by its calls, at the end. */
  event: JobEvent | 'death' | null;
  reason: string | null;
}

async function workOn(job: JobRow, running: Running): Promise<Outcome> {
  const { signal } = running.abort;
  // A client that does not return from an abort must not hold the job.
  const aborted = new Promise<'aborted'>((resolve) => {
    signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
  const work = mediaKind(job.kind).run(toolsOf(job, running));
  work.catch(() => {
    // Reported below, unless the abort was first: then it is the abort's echo.
  });
  try {
    await Promise.race([work, aborted]);
    if (!signal.aborted) return { event: 'succeed', reason: null };
  } catch (err) {
    if (err instanceof LeaseLost) return { event: null, reason: null };
    if (running.cutBy === null) {
      if (err instanceof JobFailed) return { event: 'fail', reason: err.reason };
      log.error({ err, id: job.id }, 'a media job failed');
      return { event: 'fail', reason: mediaTexts.unforeseen };
    }
  }
  switch (running.cutBy) {
    case 'cancel':
      return { event: 'cancel', reason: null };
    case 'death':
      return { event: 'death', reason: mediaTexts.restarted };
    default:
      return { event: null, reason: null };
  }
}

/** How long an end is tried again while the database is away; past that the reaper takes what is stored. */
const GIVE_UP_MS = 60_000;

async function untilStored(
  { claim }: Running,
  event: JobEvent | 'death',
  reason: string | null,
): Promise<void> {
  const since = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await transaction(async (tx) => {
        afterCommit(tx, () => {
          killPoint('media: ended, not told');
        });
        const row = await lockClaimed(tx, claim);
        if (!row) return;
        const happened = event === 'death' ? await deathOfJob(tx, row) : event;
        await applyEvent(tx, row, happened, reason);
      });
      return;
    } catch (err) {
      if (performance.now() - since > GIVE_UP_MS) {
        log.error({ err, id: claim.id }, 'the end of a media job could not be stored');
        return;
      }
      log.warn({ err, id: claim.id, attempt }, 'storing the end of a job failed, trying again');
      await new Promise((resolve) => setTimeout(resolve, Math.min(200 * attempt, 2_000)));
    }
  }
}

/** What the end of its process means for a job. */
export async function deathOfJob(
  tx: Parameters<typeof callsOf>[0],
  job: JobRow,
): Promise<JobEvent> {
  const calls = await callsOf(tx, job.userId, job.id);
  return deathOf(calls.filter(({ state }) => state === 'asked'));
}

function toolsOf(job: JobRow, { claim, abort }: Running): JobWork {
  const held = async (tx: Parameters<typeof callsOf>[0]): Promise<JobRow> => {
    const row = await lockClaimed(tx, claim);
    if (!row || abort.signal.aborted) throw new LeaseLost();
    return row;
  };
  return {
    job,
    signal: abort.signal,
    calls: () => callsOf(sql, job.userId, job.id),
    async intend(call) {
      const id = newId();
      await transaction(async (tx) => {
        await held(tx);
        await insertCall(tx, { ...call, id, userId: job.userId, jobId: job.id });
      });
      killPoint('media: intent recorded, not asked');
      return id;
    },
    async known(callId, ref) {
      killPoint('media: asked, the provider’s word not stored');
      await setProviderRef(sql, callId, ref);
      killPoint('media: the provider’s word stored');
    },
    async progress(progress, store) {
      await transaction(async (tx) => {
        const row = await held(tx);
        await store?.(tx);
        if (row.progress === progress) return;
        await setProgress(tx, job.id, progress);
        await publish(tx, job.userId, ...(await jobEvents(tx, { ...row, progress })));
      });
    },
    failed: (callId) => endCall(sql, callId, 'failed'),
    async deliver(callId, progress, store) {
      await transaction(async (tx) => {
        await held(tx);
        const events = await store(tx);
        await endCall(tx, callId, 'done');
        killPoint('media: delivered, not committed');
        await setProgress(tx, job.id, progress);
        const row = await findJob(tx, job.userId, job.id);
        const ofJob = row ? await jobEvents(tx, row) : [];
        afterCommit(tx, () => {
          killPoint('media: delivered, not told');
        });
        await publish(tx, job.userId, ...events, ...ofJob);
      });
    },
  };
}

/** Ends the work on a job of this process, if it runs here. */
export function cutJob(id: string, reason: 'cancel' | 'death' | 'lost'): Promise<void> | null {
  const running = worker.running.get(id);
  if (!running) return null;
  running.cutBy ??= reason;
  running.abort.abort(running.cutBy);
  return running.ended;
}

/**
 * The word that a job waits, sent with its row: a process that works hears it at the commit. Which job is taken up,
 * the table decides (docs/decisions/0027).
 */
export const mediaTurn: QueuedJob<object> = {
  name: 'media-turn',
  retries: 3,
  parse: () => ({}),
  run: startDue,
};
