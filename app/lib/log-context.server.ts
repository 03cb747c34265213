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

/** Marks everything that `work` logs, now and later. */
export function withLogContext<T>(context: LogContext, work: () => T): T {
  return storage.run(context, work);
}

/** For what a request starts but doesn't own: a shared timer, a connection that outlives it. */
export function withoutLogContext<T>(work: () => T): T {
  return storage.exit(work);
}

/** Adds to the context of everything that is logged from now on. */
export function logContext(): LogContext {
  // A copy, because the logger adds its own fields.
  return { ...storage.getStore() };
}

const clients = singleton('client-left', () => new AsyncLocalStorage<() => boolean>());

/** Serves a request; `hasLeft` says whether its client disconnected without having been answered. */
export function withClient<T>(hasLeft: () => boolean, serve: () => T): T {
  return clients.run(hasLeft, serve);
}

/**
 * True while serving a request whose client has disconnected: failures then most likely have that cause, and are no
 * fault.
 */
export function hasClientLeft(): boolean {
  return clients.getStore()?.() ?? false;
}
