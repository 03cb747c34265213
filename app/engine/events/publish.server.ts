import type pg from 'pg';
import type { Server, Socket } from 'socket.io';

import { serverBuild } from '~/http/build-id.server';
import { afterCommit, sql, type Sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

import type { BrowserToServer, LiveDelta, LiveEvent, LiveEvents, ServerToBrowser } from './events';

// What this process sends: to the tabs of a user, wherever they are connected, and to the other processes. SQL: sequences are
// taken and read by hot paths in one round trip, and only SQL has NOTIFY.

/** The owner of a socket; `sessionId` is the id of the session's row, not the cookie's secret. */
export interface SocketOwner {
  userId: UserScope;
  sessionId: string;
}

/** Between app processes. */
interface ProcessEvents {
  tell: (topic: string, id: string) => void;
}

export type Hub = Server<BrowserToServer, ServerToBrowser, ProcessEvents, SocketOwner>;
export type LiveSocket = Socket<BrowserToServer, ServerToBrowser, ProcessEvents, SocketOwner>;

/** The sockets of this process, and the pool over which it speaks to others; null in a worker or command, which has none. */
export const hub = singleton('realtime', () => ({
  io: null as Hub | null,
  pool: null as pg.Pool | null,
  listeners: new Map<string, (id: string) => void>(),
}));

export const rooms = {
  user: (userId: UserScope) => `user:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  // Includes the user, so that a stranger who asks for the answer is never in its room, not even while its owner is looked up.
  answer: (userId: UserScope, id: string) => `answer:${userId}:${id}`,
};

/** NOTIFY takes fewer than 8,000 bytes; the adapter stores larger payloads in a table first. */
export const MAX_PAYLOAD = 7_900;

/**
 * The next number for a live event of this user, taken in the transaction of its change: the lock on the counter's row makes
 * the order of the numbers that of the commits.
 */
export async function nextSequence(tx: Sql, userId: UserScope): Promise<number> {
  const [row] = await tx.query<{ seq: number }>(
    `INSERT INTO event_sequences (user_id, seq) VALUES ($1::uuid, 1)
     ON CONFLICT (user_id) DO UPDATE SET seq = event_sequences.seq + 1
     RETURNING seq`,
    [userId],
    { prepared: true },
  );
  if (!row) throw new Error('the event counter gave no row');
  return row.seq;
}

/** The number of the newest event; 0 before the first. */
export async function currentSequence(sql: Sql, userId: UserScope): Promise<number> {
  const [row] = await sql.query<{ seq: number }>(`SELECT ${sequenceOf('$1')} AS seq`, [userId]);
  return row!.seq;
}

/** The same as an expression, for a statement that also reads what has changed; `user` is its parameter. */
export function sequenceOf(user: string): string {
  return `coalesce((SELECT seq FROM event_sequences WHERE user_id = ${user}::uuid), 0)`;
}

/**
 * Numbers the events of a transaction, and sends them to the user's tabs after its commit; after a rollback nothing is sent.
 * Locks the user's counter until the transaction ends, so call it late.
 */
export async function publish(tx: Sql, userId: UserScope, ...events: LiveEvent[]): Promise<void> {
  const publishReserved = await reserveSequence(tx, userId);
  publishReserved(...events);
}

/**
 * The same, for when the number must be taken before the events are known. If the returned function isn't called, there is a
 * gap and tabs reload.
 */
export async function reserveSequence(
  tx: Sql,
  userId: UserScope,
): Promise<(...events: LiveEvent[]) => void> {
  const seq = await nextSequence(tx, userId);
  return (...changes) => afterCommit(tx, () => void publishEvents(userId, { seq, changes }));
}

/**
 * Sends events to all tabs and devices of a user, whichever process they are connected to. Call it after the commit, and
 * wait for it before ending the process. Never rejects.
 */
export function publishEvents(userId: UserScope, events: LiveEvents): Promise<void> {
  return send(userId, 'changes', events, serverBuild());
}

/** Sends the whole present state of something to all tabs of a user. */
export function publishStatus(userId: UserScope, of: LiveEvent): void {
  void send(userId, 'standing', of, serverBuild());
}

/** The same for everyone who is connected to this process; the others publish it themselves. */
export function publishHere(of: LiveEvent): void {
  hub.io?.local.emit('standing', of, serverBuild());
}

/** Shows a sentence in all tabs of a user. */
export function publishNotice(userId: UserScope, text: string): void {
  void send(userId, 'notice', text);
}

async function send<Event extends 'changes' | 'standing' | 'notice'>(
  userId: UserScope,
  event: Event,
  ...args: Parameters<ServerToBrowser[Event]>
): Promise<void> {
  const room = rooms.user(userId);
  const { io, pool } = hub;
  const message = broadcast(room, event, ...args);
  try {
    if (!io || !pool) return await sendToHubs(message);
    const payload = payloadOf(message, uidOf(io));
    if (Buffer.byteLength(payload) > MAX_PAYLOAD) {
      io.to(room).emit(event, ...args);
      return;
    }
    // The adapter would send to the tabs of this process only after it has notified all others.
    io.local.to(room).emit(event, ...args);
    await pool.query({ name: 'notify', text: NOTIFY, values: [payload] });
  } catch (err) {
    log.error({ err, event }, 'publishing a change failed');
  }
}

/** Sends text to its owner's watching sockets: those of this process, or of all processes, which costs a NOTIFY. */
export function publishDelta(
  userId: UserScope,
  delta: LiveDelta,
  reach: 'here' | 'everywhere',
): void {
  if (!hub.io) return;
  const room = rooms.answer(userId, delta.id);
  if (reach === 'here') hub.io.local.to(room).emit('delta', delta, serverBuild());
  else hub.io.to(room).emit('delta', delta, serverBuild());
}

/** True while its owner watches the answer over a socket of this process. */
export function isWatchedHere(userId: UserScope, id: string): boolean {
  return (hub.io?.sockets.adapter.rooms.get(rooms.answer(userId, id))?.size ?? 0) > 0;
}

/** Sends a message to the other app processes, which receive it with `onProcessMessage`. */
export function publishToProcesses(topic: string, id: string): void {
  hub.io?.serverSideEmit('tell', topic, id);
}

export function onProcessMessage(topic: string, listener: (id: string) => void): void {
  hub.listeners.set(topic, listener);
}

/** Cuts the sockets of a session, or of all of a user's, on every process. Works in a process without sockets, too. */
export async function cutSockets(of: { sessionId: string } | { userId: UserScope }): Promise<void> {
  const room = 'sessionId' in of ? rooms.session(of.sessionId) : rooms.user(of.userId);
  if (hub.io) {
    hub.io.to(room).emit('signed-out');
    hub.io.in(room).disconnectSockets(true);
    return;
  }
  await sendToHubs(broadcast(room, 'signed-out'));
  await sendToHubs({ type: DISCONNECT_SOCKETS, data: { opts: to(room), close: true } });
}

/** The adapter's own messages (its enum MessageType). It drops those of @socket.io/postgres-emitter, which lack `nsp`. */
const BROADCAST = 3;
const DISCONNECT_SOCKETS = 6;

const NOTIFY = `SELECT pg_notify('socket.io#/', $1)`;

interface Message {
  type: number;
  data: unknown;
}

function to(room: string) {
  return { rooms: [room], except: [], flags: {} };
}

function broadcast(room: string, event: keyof ServerToBrowser, ...args: unknown[]): Message {
  return {
    type: BROADCAST,
    data: { opts: to(room), packet: { type: 2, data: [event, ...args], nsp: '/' } },
  };
}

/** From a worker or a command, which have no sockets, to the processes that do. */
async function sendToHubs(message: Message): Promise<void> {
  await sql.query(NOTIFY, [payloadOf(message, 'emitter')]);
}

/** The hub with this `uid` ignores it. */
function payloadOf(message: Message, uid: string): string {
  return JSON.stringify({ uid, nsp: '/', ...message });
}

/** The name that the adapter has among the processes; its type keeps it private. */
function uidOf(io: Hub): string {
  return (io.of('/').adapter as unknown as { uid: string }).uid;
}
