import type { IncomingHttpHeaders, Server as HttpServer } from 'node:http';

import { createAdapter } from '@socket.io/postgres-adapter';
import type pg from 'pg';
import { Server } from 'socket.io';
import { z } from 'zod';

import { serverBuild } from '~/http/build-id.server';
import { openPool, sql } from '~/lib/db/index.server';
import { appUrl, env } from '~/settings/env.server';
import { withLogContext } from '~/lib/log-context.server';
import { log } from '~/lib/log.server';
import { reportGauge } from '~/lib/metrics.server';
import type { UserScope } from '~/lib/scope';

import type { BrowserToServer, LiveEvent, WatchedGeneration } from './events';
import {
  currentSequence,
  type Hub,
  hub,
  type LiveSocket,
  MAX_PAYLOAD,
  rooms,
  type SocketOwner,
} from './publish.server';
import { SocketLimits, type Connection } from './socket-limits.server';

export interface HubOptions {
  httpServer: HttpServer;
  /** Whose session a cookie header names; called at the handshake and for every inbound event. */
  authenticate(cookie: string | undefined): Promise<SocketOwner | null>;
  /** The text of answer `id` from `offset` on; null when it is not there or not this user's. */
  watch(userId: UserScope, id: string, offset: number): Promise<WatchedGeneration | null>;
  /** What every tab is told when it connects, since it may have changed after the page was made. */
  standing(): LiveEvent[];
}

const watchRequest = z.object({ id: z.uuid(), offset: z.number().int().min(0) });
const unwatchRequest = z.object({ id: z.uuid() });

/** The answers that one tab may follow at the same time. */
const MAX_WATCHED = 100;
/** How long a connection has to authenticate. */
const CONNECT_MS = 10_000;
/** How long a last message has to be sent when the hub stops. */
const END_MS = 500;

/** Attaches Socket.IO to the server. Through PostgreSQL, every process of the app receives what any of them emits. */
export function startHub(options: HubOptions): void {
  hub.pool = orderedPool();
  const limits = new SocketLimits();
  const io: Hub = new Server(options.httpServer, {
    serveClient: false,
    maxHttpBufferSize: 64_000,
    connectTimeout: CONNECT_MS,
    allowRequest: (request, decide) =>
      decide(null, isOwnOrigin(request.headers) && limits.hasRoom(request)),
    adapter: createAdapter(hub.pool, {
      payloadThreshold: MAX_PAYLOAD,
      errorHandler: (err: Error) => log.error({ err }, 'realtime adapter failed'),
    }),
  });

  io.use((socket, next) => {
    withLogContext({ socket: socket.id }, () => admit(socket, options, limits, next));
  });

  io.engine.on('connection', (connection: Connection) => {
    if (!limits.open(connection)) connection.close(true);
  });
  io.on('connection', (socket) => welcome(socket, options));
  io.on('tell', (topic, id) => hub.listeners.get(topic)?.(id));
  hub.io = io;
  reportGauge('brandwright_sockets_connected', () => hub.io?.engine.clientsCount ?? 0);
}

/**
 * Two connections: one listens all the time, so everything is sent over the other, in order. Over the app's own pool,
 * messages would overtake each other.
 */
function orderedPool(): pg.Pool {
  const ordered = openPool(2, {
    // SQL: a setting of the connection. A notification stores nothing, yet its commit would wait for the disk, four times as
    // long as all the rest of it takes.
    // The pool waits for it, although its types don't say so.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: async (client) => void (await client.query('SET synchronous_commit = off')),
  });
  // The adapter never releases a listening connection that was lost. Without this, the pool would have no connection left
  // to send over after PostgreSQL restarts, and couldn't be ended.
  ordered.on('acquire', (client) => {
    const release = () => client.release(true);
    releases.set(client, release);
    client.once('end', release);
  });
  ordered.on('release', (_error, client) => {
    const release = releases.get(client);
    if (release) client.off('end', release);
    releases.delete(client);
  });
  return ordered;
}

/** Releases each connection that is in use. */
const releases = new Map<pg.PoolClient, () => void>();

/** Also releases the listening connection that the adapter forgets if it is closed while it still connects. */
async function endPool(pool: pg.Pool): Promise<void> {
  const cut = setInterval(() => {
    for (const release of [...releases.values()]) release();
  }, END_MS);
  await pool.end().finally(() => clearInterval(cut));
}

function admit(
  socket: LiveSocket,
  options: HubOptions,
  limits: SocketLimits,
  next: (error?: Error) => void,
): void {
  options.authenticate(socket.handshake.headers.cookie).then(
    (identity) => {
      if (!identity) return next(new Error('unauthenticated'));
      if (!limits.admit(identity.userId, socket.conn)) {
        log.info({ user: identity.userId }, 'refused a socket: the user has too many');
        return next(new Error('too-many'));
      }
      socket.data = identity;
      next();
    },
    (err: unknown) => {
      log.error({ err }, 'socket handshake failed');
      next(new Error('unavailable'));
    },
  );
}

function recheck(socket: LiveSocket, options: HubOptions, next: (error?: Error) => void): void {
  options.authenticate(socket.handshake.headers.cookie).then(
    (identity) => {
      if (identity?.userId === socket.data.userId) return next();
      socket.emit('signed-out');
      socket.disconnect(true);
    },
    (err: unknown) => {
      log.error({ err }, 'socket check failed');
      next(new Error('unavailable'));
    },
  );
}

type Handler = (socket: LiveSocket, options: HubOptions, request: unknown, reply: unknown) => void;

/** Every event that a browser may send. */
const HANDLERS: Record<keyof BrowserToServer, Handler> = { watch, unwatch };
/** For the test that sends each of them as every kind of visitor. */
export const heardEvents: readonly string[] = Object.keys(HANDLERS);

function watch(socket: LiveSocket, options: HubOptions, request: unknown, reply: unknown): void {
  const parsed = watchRequest.safeParse(request);
  if (!parsed.success || typeof reply !== 'function') return;
  const answer = reply as (answer: WatchedGeneration | null) => void;
  const { userId } = socket.data;
  const { id, offset } = parsed.data;
  const room = rooms.answer(userId, id);
  if (socket.rooms.size >= MAX_WATCHED && !socket.rooms.has(room)) return answer(null);
  // Joining first makes sure that text which arrives while the answer is looked up isn't missed.
  void socket.join(room);
  options.watch(userId, id, offset).then(
    (found) => {
      if (!found) void socket.leave(room);
      answer(found);
    },
    (err: unknown) => {
      log.error({ err }, 'watching an answer failed');
      void socket.leave(room);
    },
  );
}

function unwatch(socket: LiveSocket, _options: HubOptions, request: unknown): void {
  const parsed = unwatchRequest.safeParse(request);
  if (parsed.success) void socket.leave(rooms.answer(socket.data.userId, parsed.data.id));
}

function welcome(socket: LiveSocket, options: HubOptions): void {
  const { userId, sessionId } = socket.data;
  // Before it joins a room: a browser must not read what another build sends.
  socket.emit('hello', serverBuild());
  void socket.join([rooms.user(userId), rooms.session(sessionId)]);
  for (const event of options.standing()) socket.emit('standing', event, serverBuild());

  // A session may end at any time, and its sockets must not outlive it.
  socket.use((_event, next) => {
    withLogContext({ socket: socket.id }, () => recheck(socket, options, next));
  });
  socket.on('error', (err) => log.debug({ err }, 'socket event refused'));

  for (const [event, handle] of Object.entries(HANDLERS)) {
    socket.on(event as keyof BrowserToServer, (request: unknown, reply?: unknown) =>
      handle(socket, options, request, reply),
    );
  }

  currentSequence(sql, userId).then(
    (seq) => socket.emit('newest', seq),
    (err: unknown) => {
      // Without the number the browser can't know what it missed, so it has to connect again.
      log.error({ err }, 'reading the event number failed');
      socket.disconnect(true);
    },
  );
}

function isOwnOrigin(headers: IncomingHttpHeaders): boolean {
  const { origin } = headers;
  if (!origin) return true;
  if (origin === new URL(appUrl()).origin) return true;
  const forwarded = env().TRUST_PROXY > 0 ? headers['x-forwarded-host'] : undefined;
  const host = forwarded?.toString().split(',', 1)[0]?.trim() ?? headers.host;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Cuts all sockets of this process. Closing the HTTP server is left to the caller. */
export async function stopHub(): Promise<void> {
  const { io } = hub;
  if (!io) return;
  hub.io = null;
  io.local.disconnectSockets(true);
  await new Promise<void>((resolve) => {
    // Closing also closes the HTTP server; the error of closing it twice can be ignored.
    void io.close(() => resolve());
  });
  if (hub.pool) await endPool(hub.pool);
  hub.pool = null;
}
