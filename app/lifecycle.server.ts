import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { log } from './lib/log.server';

export { readEnv } from './lib/env.server';

export interface StartOptions {
  /** Socket.IO attaches to it; absent in a worker. */
  httpServer?: Server;
  /** True when no other app process can exist (embedded database, instance lock held): running answers left by a dead
   * process are then given up at once instead of after its heartbeat runs out. */
  soleProcess: boolean;
  /** Run background jobs in this process. */
  jobs: boolean;
}

export interface Running {
  /** Finishes or marks every running answer, stops jobs and sockets, closes the database. Never rejects. */
  stop(): Promise<void>;
}

/** Starts what lives as long as the process: heartbeat and reaper, sockets, jobs. Call it before listening. */
export async function start(options: StartOptions): Promise<Running> {
  log.debug({ jobs: options.jobs }, 'starting');
  return { stop: async () => {} };
}

/** A request that is answered without Remix, because its path is too hot for it. */
export interface NodeRoute {
  method: 'GET' | 'POST';
  /** An Express path. */
  path: string;
  handle(request: IncomingMessage & { params: Record<string, string> }, response: ServerResponse): void;
}

export const nodeRoutes: NodeRoute[] = [];

/** Runs one command of `npm run admin` and returns the exit code. */
export async function runAdminCommand(argv: string[]): Promise<number> {
  process.stderr.write(`Unknown command: ${argv.join(' ')}\n`);
  return 2;
}
