import type { IncomingHttpHeaders, Server as HttpServer } from 'node:http';

import { createAdapter } from '@socket.io/postgres-adapter';
import type pg from 'pg';
import { Server, type Socket } from 'socket.io';
import { z } from 'zod';

import { openPool, sql } from '~/lib/db/index.server';
import { appUrl, env } from '~/settings/env.server';
import { withLogContext } from '~/lib/log-context.server';
import { log } from '~/lib/log.server';
import { reportGauge } from '~/lib/metrics.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

import type {
  BrowserToServer,
  LiveEvent,
  LiveEvents,
  LiveDelta,
  ServerToBrowser,
  WatchedGeneration,
} from './events';
import { currentSequence } from './sequence.server';
import { SocketLimits, type Connection } from './socket-limits.server';

/** Who holds a socket; `sessionId` is the session's row id, not the cookie's secret. */
interface SocketData {
  userId: UserScope;
  sessionId: string;
}

/** Between app processes. */
interface ProcessEvents {
  tell: (topic: string, id: string) => void;
}

type Hub = Server<BrowserToServer, ServerToBrowser, ProcessEvents, SocketData>;
type LiveSocket = Socket<BrowserToServer, ServerToBrowser, ProcessEvents, SocketData>;

export interface HubOptions {
  httpServer: HttpServer;
  /** Who a cookie header belongs to, asked at the handshake and at every inbound event. */
  authenticate(cookie: string | undefined): Promise<SocketData | null>;
  /** The running answer `id` of this user beyond `offset`; null when it is not theirs or not there. */
  watch(userId: UserScope, id: string, offset: number): Promise<WatchedGeneration | null>;
}

const state = singleton('realtime', () => ({
  io: null as Hub | null,
  pool: null as pg.Pool | null,
  listeners: new Map<string, (id: string) => void>(),
}));

const rooms = {
  user: (userId: UserScope) => `user:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  // Named by who may hear it, so that no one else is in it for even as long as it takes to look up whose it is.
  answer: (userId: UserScope, id: string) => `answer:${userId}:${id}`,
};

const watchRequest = z.object({ id: z.uuid(), offset: z.number().int().min(0) });
const unwatchRequest = z.object({ id: z.uuid() });

/** Answers that one tab follows at the same time. */
const MAX_WATCHED = 100;
/** Until then a connection must have said whose it is. */
const CONNECT_MS = 10_000;

/** NOTIFY takes 8,000 bytes less one; the adapter stores anything larger in a table first. */
const PAYLOAD_LIMIT = 7_900;

/** Attaches Socket.IO to the server. Every process of the app hears what any of them emits, through Postgres. */
export function startHub(options: HubOptions): void {
  state.pool = orderedPool();
  const limits = new SocketLimits();
  const io: Hub = new Server(options.httpServer, {
    serveClient: false,
    maxHttpBufferSize: 64_000,
    connectTimeout: CONNECT_MS,
    allowRequest: (request, decide) =>
      decide(null, isOwnOrigin(request.headers) && limits.hasRoom(request)),
    adapter: createAdapter(state.pool, {
      payloadThreshold: PAYLOAD_LIMIT,
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
  io.on('tell', (topic, id) => state.listeners.get(topic)?.(id));
  state.io = io;
  reportGauge('brandwright_sockets_connected', () => state.io?.engine.clientsCount ?? 0);
}

/**
 * Two connections: one listens for good, so all that is told goes out over the other, in the order in which it was
 * said. Over the app's own pool, messages would overtake each other.
 */
function orderedPool(): pg.Pool {
  const ordered = openPool(2, {
    // There is nothing to store in a word to other processes, but PostgreSQL would wait for the disk all the same: four
    // times as long as for all the rest of it.
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool does wait for it; only its types do not say so
    onConnect: async (client) => void (await client.query('SET synchronous_commit = off')),
  });
  // The adapter never gives back a listening connection that was lost: without this the pool would have none left to
  // speak over after PostgreSQL restarts, and could not be ended.
  const giveBack = new WeakMap<pg.PoolClient, () => void>();
  ordered.on('acquire', (client) => {
    const release = () => client.release(true);
    giveBack.set(client, release);
    client.once('end', release);
  });
  ordered.on('release', (_error, client) => {
    const release = giveBack.get(client);
    if (release) client.off('end', release);
  });
  return ordered;
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

type Hear = (socket: LiveSocket, options: HubOptions, request: unknown, reply: unknown) => void;

/** All that a browser may say. */
const HEARD: Record<keyof BrowserToServer, Hear> = { watch, unwatch };
/** For the test that says each of them as everybody. */
export const heardEvents: readonly string[] = Object.keys(HEARD);

function watch(socket: LiveSocket, options: HubOptions, request: unknown, reply: unknown): void {
  const parsed = watchRequest.safeParse(request);
  if (!parsed.success || typeof reply !== 'function') return;
  const answer = reply as (answer: WatchedGeneration | null) => void;
  const { userId } = socket.data;
  const { id, offset } = parsed.data;
  const room = rooms.answer(userId, id);
  if (socket.rooms.size >= MAX_WATCHED && !socket.rooms.has(room)) return answer(null);
  // Into the room first: text that arrives while the answer is looked up is then not missed.
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
  void socket.join([rooms.user(userId), rooms.session(sessionId)]);

  // Anyone may end a session at any time: a socket that stays open must not outlive it.
  socket.use((_event, next) => {
    withLogContext({ socket: socket.id }, () => recheck(socket, options, next));
  });
  socket.on('error', (err) => log.debug({ err }, 'socket event refused'));

  for (const [event, hear] of Object.entries(HEARD)) {
    socket.on(event as keyof BrowserToServer, (request: unknown, reply?: unknown) =>
      hear(socket, options, request, reply),
    );
  }

  currentSequence(sql, userId).then(
    (seq) => socket.emit('hello', { seq }),
    (err: unknown) => {
      // Without the number the browser cannot know what it missed: let it connect again.
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

/**
 * Tells all tabs and devices of a user, whatever process they hang on. Call it after the commit. Who is about to end
 * the process waits for it; it never rejects.
 */
export function publishEvents(userId: UserScope, changes: LiveEvents): Promise<void> {
  return publish(userId, 'changes', changes);
}

/** Tells all tabs of a user how something stands. */
export function publishStatus(userId: UserScope, of: LiveEvent): void {
  void publish(userId, 'standing', of);
}

/** Shows a sentence in all tabs of a user. */
export function publishNotice(userId: UserScope, text: string): void {
  void publish(userId, 'notice', text);
}

async function publish<Event extends 'changes' | 'standing' | 'notice'>(
  userId: UserScope,
  event: Event,
  ...args: Parameters<ServerToBrowser[Event]>
): Promise<void> {
  const room = rooms.user(userId);
  const { io, pool } = state;
  const message = broadcast(room, event, ...args);
  try {
    if (!io || !pool) return await tellHubs(message);
    const payload = payloadOf(message, uidOf(io));
    if (Buffer.byteLength(payload) > PAYLOAD_LIMIT) {
      io.to(room).emit(event, ...args);
      return;
    }
    // The adapter would tell the tabs on this process only when all others have been told.
    io.local.to(room).emit(event, ...args);
    await pool.query({ name: 'notify', text: NOTIFY, values: [payload] });
  } catch (err) {
    log.error({ err, event }, 'telling a change failed');
  }
}

/** The adapter's own messages (its enum MessageType). @socket.io/postgres-emitter leaves out `nsp`: they are dropped. */
const BROADCAST = 3;
const DISCONNECT_SOCKETS = 6;

function to(room: string) {
  return { rooms: [room], except: [], flags: {} };
}

function broadcast(room: string, event: keyof ServerToBrowser, ...args: unknown[]) {
  return {
    type: BROADCAST,
    data: { opts: to(room), packet: { type: 2, data: [event, ...args], nsp: '/' } },
  };
}

/** From a worker or a command, which hold no sockets, to the processes that do. */
async function tellHubs(message: Message): Promise<void> {
  await sql.query(NOTIFY, [payloadOf(message, 'emitter')]);
}

const NOTIFY = `SELECT pg_notify('socket.io#/', $1)`;

interface Message {
  type: number;
  data: unknown;
}

/** The hub of this `uid` is passed over. */
function payloadOf(message: Message, uid: string): string {
  return JSON.stringify({ uid, nsp: '/', ...message });
}

/** The adapter's name among the processes, which its type keeps to itself. */
function uidOf(io: Hub): string {
  return (io.of('/').adapter as unknown as { uid: string }).uid;
}

/** True while its owner watches the answer from this process. */
export function isWatchedHere(userId: UserScope, id: string): boolean {
  return (state.io?.sockets.adapter.rooms.get(rooms.answer(userId, id))?.size ?? 0) > 0;
}

/** Sends text to its owner where they watch: on this process only, or on all (each of those costs a NOTIFY). */
export function publishDelta(
  userId: UserScope,
  delta: LiveDelta,
  reach: 'here' | 'everywhere',
): void {
  if (!state.io) return;
  const room = rooms.answer(userId, delta.id);
  if (reach === 'here') state.io.local.to(room).emit('delta', delta);
  else state.io.to(room).emit('delta', delta);
}

/** Says a word to the other app processes; they hear it by `onTold`. */
export function publishToProcesses(topic: string, id: string): void {
  state.io?.serverSideEmit('tell', topic, id);
}

export function onProcessMessage(topic: string, listener: (id: string) => void): void {
  state.listeners.set(topic, listener);
}

/** Cuts the sockets of one session, or of all of a user's, on every process; also from a process without sockets. */
export async function cutSockets(of: { sessionId: string } | { userId: UserScope }): Promise<void> {
  const room = 'sessionId' in of ? rooms.session(of.sessionId) : rooms.user(of.userId);
  if (state.io) {
    state.io.to(room).emit('signed-out');
    state.io.in(room).disconnectSockets(true);
    return;
  }
  await tellHubs(broadcast(room, 'signed-out'));
  await tellHubs({ type: DISCONNECT_SOCKETS, data: { opts: to(room), close: true } });
}

/** Cuts all sockets of this process. The HTTP server stays the caller's to close. */
export async function stopHub(): Promise<void> {
  const { io } = state;
  if (!io) return;
  state.io = null;
  io.local.disconnectSockets(true);
  await new Promise<void>((resolve) => {
    // Closing also closes the HTTP server, whose second close reports an error that means nothing here.
    void io.close(() => resolve());
  });
  await state.pool?.end();
  state.pool = null;
}
