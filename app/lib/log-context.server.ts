import { AsyncLocalStorage } from 'node:async_hooks';

import { singleton } from './singleton.server';

/** What a line of the log belongs to. */
export interface LogContext {
  /** The id of an HTTP request, as in its X-Request-Id. */
  request?: string;
  /** The id of a socket, for its handshake and its events. */
  socket?: string;
  /** The name of a job, and the id of this run of it. */
  job?: string;
  run?: string;
}

const storage = singleton('log-context', () => new AsyncLocalStorage<LogContext>());

/** Whatever `work` logs, now and later, is marked with this. */
export function withLogContext<T>(context: LogContext, work: () => T): T {
  return storage.run(context, work);
}

/** For what a request happens to begin but does not own: a timer for all, a connection that outlives it. */
export function withoutLogContext<T>(work: () => T): T {
  return storage.exit(work);
}

/** What is logged now belongs to this. */
export function logContext(): LogContext {
  // A copy: the log adds its own to it.
  return { ...storage.getStore() };
}

const clients = singleton('client-left', () => new AsyncLocalStorage<() => boolean>());

/** Serves a request; `hasLeft` tells whether its client is gone without having been answered. */
export function withClient<T>(hasLeft: () => boolean, serve: () => T): T {
  return clients.run(hasLeft, serve);
}

/** True while serving a request whose client has left: what fails then is most likely for that reason, and no fault. */
export function hasClientLeft(): boolean {
  return clients.getStore()?.() ?? false;
}
