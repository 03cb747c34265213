import type { ClientBase } from 'pg';

import type { Server } from 'node:http';

import {
  appointAdminByEmail,
  authenticate,
  BACKUP,
  onSessionEnded,
  recordAct,
} from './features/accounts/index.server';
import {
  announceShutdown,
  demoEvent,
  followProviders,
  openFirstRun,
} from './features/admin/index.server';
import { warmUp } from './gateways/ai/index.server';
import {
  drainRuns,
  startLiveness,
  purgeGeneratedTexts,
  watchGeneration,
} from './engine/generation/index.server';
import {
  purgeFailedJobs,
  readWaiting,
  refillQueue,
  startJobs,
  type ScheduledJob,
  type WaitingWork,
} from './engine/queue/index.server';
import { pool, sql, sqlOnClient } from './lib/db/index.server';
import { withFormatContext } from './lib/format/context.server';
import { withClient, withLogContext } from './lib/log-context.server';
import { log } from './lib/log.server';
import { startMetrics } from './lib/metrics.server';
import { purgeTemporaryFiles } from './lib/files/temporary.server';
import { cutSockets, startHub, stopHub } from './engine/events/index.server';
import { background } from './registry.server';

export { findStartProblems, runAdminCommand } from './features/admin/index.server';
export { objects } from './gateways/objects/index.server';
export { readEnv } from './settings/env.server';
export { runImportInOwnProcess } from './features/import-export/index.server';
export { heardEvents } from './engine/events/index.server';
export { buildHeader, isOfOtherBuild } from './http/build-id.server';
export { outageResponse } from './http/failure.server';
export { serveNode } from './http/node-mount.server';
export { log } from './lib/log.server';
export { addressKey } from './lib/security/network-address.server';
export { countRequest } from './lib/metrics.server';

export interface StartOptions {
  /** The server that Socket.IO attaches to; absent in a worker. */
  httpServer?: Server;
  /**
   * True if no other app process can exist (embedded database, instance lock held): answers that a dead process left
   * running are then ended at once instead of after its heartbeat runs out.
   */
  soleProcess: boolean;
  /** Whether to run background jobs in this process. */
  jobs: boolean;
}

export interface Running {
  /**
   * The address and code with which the operator creates the first admin; null once there has been one, and in a
   * worker.
   */
  setupPath: string | null;
  /** Tells load balancers that this process takes no more work; it still serves requests. */
  announceStop(): void;
  /** Finishes or marks every running answer, stops jobs and sockets, and closes the database. Never rejects. */
  stop(): Promise<void>;
}

/** Jobs that run by the clock. */
export const scheduledJobs: readonly ScheduledJob[] = [
  ...background.flatMap(({ scheduled }) => scheduled),
  { name: 'tidy-generated-texts', cron: '27 * * * *', run: purgeGeneratedTexts },
  { name: 'forget-failed-jobs', cron: '43 3 * * *', run: purgeFailedJobs },
];

/** Jobs that are queued when there is work. */
export const queuedJobs = background.flatMap(({ queued }) => queued);

/** For a command, which starts nothing. Its connections would otherwise be reported as lost. */
export function closeDatabase(): Promise<void> {
  return pool.end();
}

/** For a backup: the waiting jobs, as the backup's own connection sees them. */
export function readQueue(client: ClientBase): Promise<WaitingWork[]> {
  return readWaiting(sqlOnClient(client));
}

/** Notes in the audit log, and for metrics, that a backup is complete. `checked` is false for one that was only streamed. */
export function recordBackup(backup: { bytes: number | null; checked: boolean }): Promise<void> {
  return recordAct(sql, { actorId: null, action: BACKUP, targetId: null, after: backup });
}

/**
 * Fills the queue from a backup, in the transaction that restores the rows. Returns how many jobs were left out because
 * this version doesn't have them.
 */
export function fillQueue(client: ClientBase, work: readonly WaitingWork[]): Promise<number> {
  return refillQueue(sqlOnClient(client), work, queuedJobs);
}

// In every process that may end a session, including a command whose app runs elsewhere.
onSessionEnded(({ userId, sessionId }) =>
  cutSockets(sessionId === undefined ? { userId } : { sessionId }),
);

export interface RequestFacts {
  id: string;
  acceptLanguage: string | undefined;
  /** Whether the client has disconnected without having been answered. */
  hasLeft: () => boolean;
}

/**
 * Serves a request: its log lines carry its id, its failures are no errors once the client has disconnected, and its
 * texts follow the conventions of the browser's region.
 */
export function withRequest(
  { id, acceptLanguage, hasLeft }: RequestFacts,
  serve: () => void,
): void {
  withClient(hasLeft, () =>
    withLogContext({ request: id }, () => withFormatContext(acceptLanguage, serve)),
  );
}

const WARM_UP_MS = 1_500;
/** No one waits for jobs, and starting all of them first would make the start a quarter slower. */
const JOBS_AFTER_MS = 500;

/** How long a shutdown waits for answers to end by themselves. */
const GRACE_MS = 4_000;

/** Starts what lives as long as the process: heartbeat and reaper, sockets, jobs. Call it before listening. */
export async function start(options: StartOptions): Promise<Running> {
  await startLiveness({ soleProcess: options.soleProcess });
  await appointAdminByEmail();
  const providers = await followProviders();
  startMetrics().catch((err: unknown) => log.error({ err }, 'metrics cannot be counted'));
  purgeTemporaryFiles().catch((err: unknown) =>
    log.warn({ err }, 'temporary directories are not swept'),
  );
  const { httpServer } = options;
  if (httpServer) {
    startHub({
      httpServer,
      async authenticate(cookie) {
        const session = await authenticate(cookie);
        return session && { userId: session.user.id, sessionId: session.sessionId };
      },
      watch: watchGeneration,
      standing: () => [demoEvent()],
    });
  }
  // What the first answer needs is loaded after the first pages have been served.
  const warming = setTimeout(() => {
    warmUp().catch((err: unknown) => log.warn({ err }, 'warming up failed'));
  }, WARM_UP_MS).unref();
  const jobs = await startJobs({
    scheduled: scheduledJobs,
    queued: queuedJobs,
    work: options.jobs,
    ...(httpServer && { workAfterMs: JOBS_AFTER_MS }),
  });
  if (options.jobs) for (const { start } of background) await start?.(options);

  return {
    setupPath: httpServer ? await openFirstRun() : null,
    announceStop: announceShutdown,
    async stop() {
      clearTimeout(warming);
      await Promise.all([
        quietly('jobs', () => jobs.stop()),
        quietly('answers', () => drainRuns(GRACE_MS)),
        ...background.map(({ stop }) => quietly('background work', () => stop?.(GRACE_MS))),
      ]);
      await quietly('providers', () => providers.close());
      await quietly('sockets', stopHub);
      await quietly('database', () => pool.end());
    },
  };
}

/** A part that fails to stop must not keep the others from stopping. */
async function quietly(part: string, stop: () => Promise<void> | undefined): Promise<void> {
  try {
    await stop();
  } catch (err) {
    log.error({ err, part }, 'stopping failed');
  }
}
