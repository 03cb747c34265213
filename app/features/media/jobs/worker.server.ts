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
import {
  afterCommit,
  prismaTransaction,
  type PrismaTx,
  type Sql,
  sql,
  transaction,
} from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { newId } from '~/lib/ids.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { singleton } from '~/lib/singleton.server';
import type { QueuedJob } from '~/engine/queue/index.server';

import { mediaTexts } from '../refusals';
import { endCall, insertCall, listCalls, setProviderRef } from './call-data.server';
import { applyEvent } from './end-job.server';
import {
  beatJobs,
  claimNext,
  findJob,
  hasQueued,
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

/** `works` says whether this process claims jobs. */
export const worker = singleton('media-worker', () => ({
  works: false,
  starting: null as Promise<void> | null,
  again: false,
}));

/** Claims and starts jobs while there is room. Calls at the same time become one, and one more after it. */
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

/** `startDue` without waiting for it. */
export function startSoon(): void {
  startDue().catch((err: unknown) => log.warn({ err }, 'claiming media jobs failed'));
}

async function startAll(): Promise<void> {
  while (worker.works && (await hasQueued(sql))) {
    const job = await claimJob();
    if (!job) return;
    start(job);
  }
}

function claimJob(): Promise<JobRow | null> {
  return transaction(async (tx) => {
    const job = await claimNext(tx, {
      processId: thisProcessId,
      max: env().MEDIA_JOBS,
      kinds: registeredKinds(),
    });
    if (!job) return null;
    afterCommit(tx, () => {
      KILLABLE: killPoint('media: taken up, not begun');
    });
    await publish(tx, job.userId, ...(await jobEvents(tx, job)));
    return job;
  });
}

function start(job: JobRow): void {
  const { id, attempt } = job;
  const lease: JobLease = leaseOn({ id, attempt, processId: thisProcessId });
  void heldJobs.hold(lease, () => runJob(job, lease)).then(startSoon);
}

/** Runs a job and stores its end. Never rejects. */
async function runJob(job: JobRow, lease: JobLease): Promise<void> {
  const { event, reason } = await workOn(job, lease);
  if (event === null) return;
  await storeEnd('media jobs', lease.claim, () =>
    prismaTransaction(async (tx, sql) => {
      afterCommit(sql, () => {
        KILLABLE: killPoint('media: ended, not told');
      });
      const row = await lockClaimed(sql, lease.claim);
      const happened = event === 'death' ? await deathOfJob(tx, row) : event;
      await applyEvent({ tx, sql }, row, happened, reason);
    }),
  );
}

interface Outcome {
  /** Null: the lease is lost. What `death` means is decided at the end, by the job's calls. */
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
export async function deathOfJob(tx: PrismaTx, { userId, id }: JobRow): Promise<JobEvent> {
  const calls = await listCalls(userId, id, tx);
  return deathOf(calls.filter(({ state }) => state === 'asked'));
}

function toolsOf(job: JobRow, { claim, abort }: JobLease): JobWork {
  const { id: jobId, userId } = job;
  const lockHeld = async (sql: Sql): Promise<JobRow> => {
    const row = await lockClaimed(sql, claim);
    if (abort.signal.aborted) throw new LeaseLost();
    return row;
  };
  return {
    job,
    signal: abort.signal,
    calls: () => listCalls(userId, jobId),
    async intend(call) {
      const id = newId();
      await prismaTransaction(async (tx, sql) => {
        await lockHeld(sql);
        await insertCall(tx, { ...call, id, userId, jobId });
      });
      KILLABLE: killPoint('media: intent recorded, not asked');
      return id;
    },
    async known(callId, providerRef) {
      KILLABLE: killPoint('media: asked, the provider’s word not stored');
      await setProviderRef(userId, callId, providerRef);
      KILLABLE: killPoint('media: the provider’s word stored');
    },
    async progress(progress, store) {
      await prismaTransaction(async (tx, sql) => {
        const row = await lockHeld(sql);
        await store?.(tx);
        if (row.progress === progress) return;
        await setProgress(tx, row, progress);
        await publish(sql, userId, ...(await jobEvents(sql, { ...row, progress })));
      });
    },
    failed: (callId) => endCall(userId, callId, 'failed'),
    async deliver(callId, progress, store) {
      await prismaTransaction(async (tx, sql) => {
        await lockHeld(sql);
        const events = await store({ tx, sql });
        await endCall(userId, callId, 'done', tx);
        KILLABLE: killPoint('media: delivered, not committed');
        await setProgress(tx, job, progress);
        const row = await findJob(userId, jobId, tx);
        const ofJob = row ? await jobEvents(sql, row) : [];
        afterCommit(sql, () => {
          KILLABLE: killPoint('media: delivered, not told');
        });
        await publish(sql, userId, ...events, ...ofJob);
      });
    },
  };
}

/**
 * Says that a job waits, sent with its row: working processes hear it at the commit. The table decides which job is
 * claimed (docs/decisions/0027).
 */
export const mediaTurn: QueuedJob<object> = {
  name: 'media-turn',
  retries: 3,
  parse: () => ({}),
  run: startDue,
};
