import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { authenticate, deleteExpiredSessions, onSessionEnded } from './features/auth/index.server';
import { lapse } from './features/billing/index.server';
import { chatNodeRoutes, tidyConversations, warmUpAnswers } from './features/chat/index.server';
import { drainRuns, startLiveness, watchAnswer } from './features/generation/index.server';
import { startSchedule, type ScheduledJob } from './jobs/index.server';
import { pool } from './lib/db/index.server';
import { log } from './lib/log.server';
import { cutSockets, startHub, stopHub } from './realtime/index.server';

export { runAdminCommand } from './features/admin/index.server';
export { readEnv } from './lib/env.server';

export interface StartOptions {
  /** Socket.IO attaches to it; absent in a worker. */
  httpServer?: Server;
  /**
   * True when no other app process can exist (embedded database, instance lock held): answers that a dead process left
   * running are then given up at once instead of after its heartbeat runs out.
   */
  soleProcess: boolean;
  /** Run background jobs in this process. */
  jobs: boolean;
}

export interface Running {
  /** Finishes or marks every running answer, stops jobs and sockets, closes the database. Never rejects. */
  stop(): Promise<void>;
}

/** A request that is answered without Remix, because its path is too hot for it. */
export interface NodeRoute {
  method: 'GET' | 'POST';
  /** An Express path. */
  path: string;
  handle(
    request: IncomingMessage & { params: Record<string, string> },
    response: ServerResponse,
  ): void;
}

export const nodeRoutes: readonly NodeRoute[] = chatNodeRoutes;

const JOBS: readonly ScheduledJob[] = [
  { name: 'tidy-conversations', cron: '7 * * * *', run: tidyConversations },
  { name: 'lapse-tokens', cron: '*/10 * * * *', run: async (now) => void (await lapse(now)) },
  {
    name: 'expire-sessions',
    cron: '23 3 * * *',
    run: async () => void (await deleteExpiredSessions()),
  },
];

// In every process that may end a session: also in a command, whose app runs elsewhere.
onSessionEnded(({ userId, sessionId }) =>
  cutSockets(sessionId === undefined ? { userId } : { sessionId }),
);

const WARM_UP_MS = 1_500;

/** How long a shutdown waits for answers to end by themselves. */
const GRACE_MS = 4_000;

/** Starts what lives as long as the process: heartbeat and reaper, sockets, jobs. Call it before listening. */
export async function start(options: StartOptions): Promise<Running> {
  const liveness = await startLiveness({ soleProcess: options.soleProcess });
  const { httpServer } = options;
  if (httpServer) {
    startHub({
      httpServer,
      async authenticate(cookie) {
        const session = await authenticate(cookie);
        return session && { userId: session.user.id, sessionId: session.sessionId };
      },
      watch: watchAnswer,
    });
  }
  // What the first answer needs is loaded once the first pages have been served.
  const warming = setTimeout(() => {
    warmUpAnswers().catch((err: unknown) => log.warn({ err }, 'warming up failed'));
  }, WARM_UP_MS).unref();
  const schedule = options.jobs ? await startSchedule(JOBS) : null;

  return {
    async stop() {
      clearTimeout(warming);
      await quietly('jobs', async () => schedule?.stop());
      await quietly('answers', () => drainRuns(GRACE_MS));
      liveness.stop();
      await quietly('sockets', stopHub);
      await quietly('database', () => pool.end());
    },
  };
}

/** One part that fails to stop must not keep the others from it. */
async function quietly(part: string, stop: () => Promise<void> | undefined): Promise<void> {
  try {
    await stop();
  } catch (err) {
    log.error({ err, part }, 'stopping failed');
  }
}
