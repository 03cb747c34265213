import {
  type Lease,
  leaseOn,
  Leases,
  LeaseLost,
  type ProcessClaim,
  storeEnd,
  thisProcessId,
  untilCut,
} from '~/engine/leases/index.server';
import { publish } from '~/engine/events/index.server';
import { afterCommit, sql, transaction } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
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
  beatJobs,
  claimNext,
  findJob,
  type JobRow,
  lockClaimed,
  setProgress,
} from './job-data.server';
import { JobFailed, type JobWork, registeredKinds, mediaKind } from './kinds.server';
import { deathOf, type JobEvent } from './state';
import { jobEvents } from './job-view.server';

type JobLease = Lease<ProcessClaim, void>;

/** The jobs that this process runs. */
export const heldJobs = singleton(
  'media-jobs',
  () =>
    new Leases<JobLease>({
      name: 'media jobs',
      beatMs: 3_000,
      async beat(leases) {
        const ids = leases.map(({ claim }) => claim.id);
        return ids.length === 0 ? [] : beatJobs(sql, thisProcessId, ids);
      },
    }),
);

/** `works` says whether this process takes up jobs. */
export const worker = singleton('media-worker', () => ({
  works: false,
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
        processId: thisProcessId,
        most: env().MEDIA_JOBS,
        kinds: registeredKinds(),
      });
      if (!job) return null;
      afterCommit(tx, () => {
        KILLABLE: killPoint('media: taken up, not begun');
      });
      await publish(tx, job.userId, ...(await jobEvents(tx, job)));
      return job;
    });
    if (!job) return;
    begin(job);
  }
}

function begin(job: JobRow): void {
  const { id, attempt } = job;
  const lease: JobLease = leaseOn({ id, attempt, processId: thisProcessId });
  void heldJobs.hold(lease, () => drive(job, lease)).then(startSoon);
}

/** Takes a job from its start to its end in the database. Never rejects. */
async function drive(job: JobRow, lease: JobLease): Promise<void> {
  const { event, reason } = await workOn(job, lease);
  if (event === null) return;
  await storeEnd('media jobs', lease.claim, () =>
    transaction(async (tx) => {
      afterCommit(tx, () => {
        KILLABLE: killPoint('media: ended, not told');
      });
      const row = await lockClaimed(tx, lease.claim);
      const happened = event === 'death' ? await deathOfJob(tx, row) : event;
      await applyEvent(tx, row, happened, reason);
    }),
  );
}

interface Outcome {
  /** Null: it is not ours any more. `death` is told apart by its calls, at the end. */
  event: JobEvent | 'death' | null;
  reason: string | null;
}

async function workOn(job: JobRow, lease: JobLease): Promise<Outcome> {
  try {
    await untilCut(lease, mediaKind(job.kind).run(toolsOf(job, lease)));
    if (lease.cutBy === null) return { event: 'succeed', reason: null };
  } catch (err) {
    if (err instanceof LeaseLost) return { event: null, reason: null };
    if (lease.cutBy === null) {
      if (err instanceof JobFailed) return { event: 'fail', reason: err.reason };
      log.error({ err, id: job.id }, 'a media job failed');
      return { event: 'fail', reason: mediaTexts.unforeseen };
    }
  }
  switch (lease.cutBy) {
    case 'stop':
      return { event: 'cancel', reason: null };
    case 'death':
      return { event: 'death', reason: mediaTexts.restarted };
    default:
      return { event: null, reason: null };
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

function toolsOf(job: JobRow, { claim, abort }: JobLease): JobWork {
  const held = async (tx: Parameters<typeof callsOf>[0]): Promise<JobRow> => {
    const row = await lockClaimed(tx, claim);
    if (abort.signal.aborted) throw new LeaseLost();
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
      KILLABLE: killPoint('media: intent recorded, not asked');
      return id;
    },
    async known(callId, ref) {
      KILLABLE: killPoint('media: asked, the provider’s word not stored');
      await setProviderRef(sql, callId, ref);
      KILLABLE: killPoint('media: the provider’s word stored');
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
        KILLABLE: killPoint('media: delivered, not committed');
        await setProgress(tx, job.id, progress);
        const row = await findJob(tx, job.userId, job.id);
        const ofJob = row ? await jobEvents(tx, row) : [];
        afterCommit(tx, () => {
          KILLABLE: killPoint('media: delivered, not told');
        });
        await publish(tx, job.userId, ...events, ...ofJob);
      });
    },
  };
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
