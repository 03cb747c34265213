import type { ClientBase } from 'pg';

import type { Server } from 'node:http';

import {
  accountEmailJob,
  appointAdminByEmail,
  authenticate,
  purgeSessions,
  purgeInvitations,
  deletionEmailJob,
  followDeletion,
  onSessionEnded,
  removeAccounts,
  purgeActionCodes,
  purgePhotos,
} from './features/accounts/index.server';
import {
  drainSources,
  embedSources,
  purgeLogos,
  purgeSources,
  readSource,
  resumeSources,
} from './features/brand/index.server';
import {
  endShares,
  indexMessages,
  indexSoon,
  moveOutLeftovers,
  purgeMessageObjects,
  purgeAttachments,
  purgeConversations,
  warmUpAnswers,
} from './features/chat/index.server';
import {
  billingEmailJob,
  grantAllowances,
  grantMonths,
  expireTokens,
  emailTrialEnds,
  subscriptionEndJob,
  purgeEvents,
} from './features/billing/index.server';
import { purgeBriefs, purgeContents } from './features/copywriting/index.server';
import {
  drainRuns,
  startLiveness,
  purgeGeneratedTexts,
  watchGeneration,
} from './engine/generation/index.server';
import { contactEmailJob, contactReplyEmailJob } from './features/help/index.server';
import { purgeOutbox, purgeFailures } from './features/email/index.server';
import {
  captionEnd,
  drainMedia,
  loraLeftovers,
  mediaJobMail,
  mediaTurn,
  predictionEnd,
  startMediaWorker,
  purgeLoras,
  purgeMedia,
  trainingEnd,
} from './features/media/index.server';
import { announceShutdown, followProviders, openFirstRun } from './features/admin/index.server';
import {
  drainExports,
  drainImports,
  importWork,
  resumeImports,
  purgeImports,
  exportEmailJob,
  makeExport,
  purgeExportObjects,
  purgeExports,
} from './features/import-export/index.server';
import {
  purgeFailedJobs,
  readWaiting,
  refillQueue,
  startJobs,
  type QueuedJob,
  type ScheduledJob,
  type WaitingWork,
} from './engine/queue/index.server';
import { pool, sqlOnClient } from './lib/db/index.server';
import { withFormatContext } from './lib/format/context.server';
import { withClient, withLogContext } from './lib/log-context.server';
import { log } from './lib/log.server';
import { startMetrics } from './lib/metrics.server';
import { purgeTemporaryFiles } from './lib/files/temporary.server';
import { cutSockets, startHub, stopHub } from './engine/events/index.server';

export { findStartProblems, runAdminCommand } from './features/admin/index.server';
export { objects } from './gateways/objects/index.server';
export { readEnv } from './settings/env.server';
export { driveInOwnProcess } from './features/import-export/index.server';
export { heardEvents } from './engine/events/index.server';
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
  { name: 'tidy-conversations', cron: '7 * * * *', run: purgeConversations },
  { name: 'index-messages', cron: '* * * * *', run: indexMessages },
  { name: 'embed-sources', cron: '* * * * *', run: embedSources },
  { name: 'tidy-generated-texts', cron: '27 * * * *', run: purgeGeneratedTexts },
  { name: 'tidy-contents', cron: '17 * * * *', run: purgeContents },
  { name: 'tidy-briefs', cron: '37 * * * *', run: purgeBriefs },
  { name: 'move-out-messages', cron: '*/10 * * * *', run: moveOutLeftovers },
  { name: 'sweep-message-objects', cron: '13 4 * * *', run: purgeMessageObjects },
  { name: 'tidy-attachments', cron: '33 * * * *', run: purgeAttachments },
  { name: 'tidy-media', cron: '47 * * * *', run: purgeMedia },
  { name: 'tidy-loras', cron: '*/20 * * * *', run: purgeLoras },
  { name: 'end-shares', cron: '*/10 * * * *', run: endShares },
  { name: 'grant-allowances', cron: '*/10 * * * *', run: grantAllowances },
  {
    name: 'lapse-tokens',
    cron: '*/10 * * * *',
    run: async (now) => void (await expireTokens(now)),
  },
  { name: 'grant-months', cron: '*/10 * * * *', run: grantMonths },
  { name: 'mail-trial-ends', cron: '5 * * * *', run: emailTrialEnds },
  { name: 'tidy-payment-events', cron: '53 3 * * *', run: purgeEvents },
  {
    name: 'expire-sessions',
    cron: '23 3 * * *',
    run: async () => void (await purgeSessions()),
  },
  { name: 'forget-invitations', cron: '29 3 * * *', run: purgeInvitations },
  { name: 'remove-accounts', cron: '*/10 * * * *', run: removeAccounts },
  { name: 'sweep-account-pictures', cron: '53 4 * * *', run: purgePhotos },
  { name: 'sweep-brand-logos', cron: '56 4 * * *', run: purgeLogos },
  { name: 'purge-sources', cron: '51 * * * *', run: purgeSources },
  { name: 'resume-sources', cron: '* * * * *', run: () => resumeSources() },
  { name: 'tidy-exports', cron: '9 * * * *', run: purgeExports },
  { name: 'sweep-exports', cron: '19 4 * * *', run: purgeExportObjects },
  { name: 'sweep-action-codes', cron: '41 3 * * *', run: purgeActionCodes },
  { name: 'clear-outbox', cron: '41 3 * * *', run: purgeOutbox },
  { name: 'tidy-imports', cron: '57 * * * *', run: purgeImports },
  { name: 'resume-imports', cron: '* * * * *', run: () => resumeImports() },
  { name: 'tidy-mail-failures', cron: '47 3 * * *', run: purgeFailures },
  { name: 'forget-failed-jobs', cron: '43 3 * * *', run: purgeFailedJobs },
];

/** Jobs that are queued when there is work. */
export const queuedJobs: readonly QueuedJob<object>[] = [
  accountEmailJob,
  contactEmailJob,
  contactReplyEmailJob,
  mediaTurn,
  mediaJobMail,
  predictionEnd,
  trainingEnd,
  captionEnd,
  loraLeftovers,
  deletionEmailJob,
  followDeletion,
  makeExport,
  exportEmailJob,
  billingEmailJob,
  subscriptionEndJob,
  importWork,
  indexSoon,
  readSource,
];

/** For a command, which starts nothing. Its connections would otherwise be reported as lost. */
export function closeDatabase(): Promise<void> {
  return pool.end();
}

/** For a backup: the waiting jobs, as the backup's own connection sees them. */
export function readQueue(client: ClientBase): Promise<WaitingWork[]> {
  return readWaiting(sqlOnClient(client));
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
    });
  }
  // What the first answer needs is loaded after the first pages have been served.
  const warming = setTimeout(() => {
    warmUpAnswers().catch((err: unknown) => log.warn({ err }, 'warming up failed'));
  }, WARM_UP_MS).unref();
  const jobs = await startJobs({
    scheduled: scheduledJobs,
    queued: queuedJobs,
    work: options.jobs,
    ...(httpServer && { workAfterMs: JOBS_AFTER_MS }),
  });
  if (options.jobs) await startMediaWorker({ soleProcess: options.soleProcess });
  if (options.jobs) await resumeImports({ soleProcess: options.soleProcess });
  if (options.jobs) await resumeSources({ soleProcess: options.soleProcess });

  return {
    setupPath: httpServer ? await openFirstRun() : null,
    announceStop: announceShutdown,
    async stop() {
      clearTimeout(warming);
      await Promise.all([
        quietly('jobs', () => jobs.stop()),
        quietly('answers', () => drainRuns(GRACE_MS)),
        quietly('media', () => drainMedia(GRACE_MS)),
        quietly('imports', drainImports),
        quietly('exports', drainExports),
        quietly('sources', drainSources),
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
