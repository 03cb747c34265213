import type { Socket } from 'socket.io-client';

import { pageBuild } from '~/http/build-id';
import { noteSignedOut } from '~/http/client';

import type {
  BrowserToServer,
  LiveDelta,
  LiveTopic,
  LiveTopics,
  ServerToBrowser,
  WatchedGeneration,
} from './events';
import { NumberedEvents, subscribe } from './numbers';

// The browser's end of the live connection, one socket per tab. What shows state calls `noteSequence` with the number of the
// newest event that the state contains; the first one counts, because the other parts of the page haven't got the events that
// one of them contains when it is loaded later. A part skips those by their numbers, unless they change nothing in it. A gap in
// the numbers, or a newer number after a reconnection, calls the `onMissed` listeners, which load their state again. What
// reports events and shows no state, such as notices, uses the functions with "Late": an event that a page has loaded is still
// news to it.

type LiveSocket = Socket<ServerToBrowser, BrowserToServer>;

let socket: LiveSocket | null = null;
let wanted = false;

const shown = new NumberedEvents();
const news = new NumberedEvents();
const notices = new Set<(text: string) => void>();
const deltas = new Map<string, (delta: LiveDelta) => void>();
const outdated = new Set<() => void>();
const connections = new Set<(connected: boolean) => void>();

/** Opens the connection, and loads the client's code only now, when the page is already shown. */
export async function connectLive(): Promise<void> {
  wanted = true;
  const { io } = await import('socket.io-client');
  if (!wanted || socket) return;
  socket = io({ forceNew: true, transports: ['websocket', 'polling'], tryAllTransports: true });
  socket.on('connect', () => connections.forEach((listener) => listener(true)));
  socket.on('disconnect', (reason) => {
    connections.forEach((listener) => listener(false));
    // After the server has cut it, Socket.IO doesn't reconnect by itself. If the session has ended, the server refuses.
    if (reason === 'io server disconnect') socket?.connect();
  });
  socket.on('connect_error', (error) => {
    if (error.message === 'unauthenticated') noteSignedOut();
    // After the server has refused it, Socket.IO doesn't try again by itself.
    else if (!socket?.active) {
      const ms = error.message === 'too-many' ? TOO_MANY_MS : REFUSED_MS;
      setTimeout(() => socket?.connect(), ms);
    }
  });
  socket.on('hello', isReadable);
  socket.on('newest', (seq) => {
    shown.compare(seq);
    news.compare(seq);
  });
  socket.on('changes', (changes, build) => {
    if (!isReadable(build)) return;
    shown.receive(changes);
    news.receive(changes);
  });
  socket.on('standing', (change, build) => {
    if (isReadable(build)) shown.deliver(change);
  });
  socket.on('delta', (delta, build) => {
    if (isReadable(build)) deltas.get(delta.id)?.(delta);
  });
  socket.on('notice', (text) => notices.forEach((listener) => listener(text)));
  socket.on('signed-out', noteSignedOut);
}

/** Whether an event comes from this page's build. Otherwise its types may have changed, and the connection ends. */
function isReadable(build: string | null): boolean {
  if (build === pageBuild()) return true;
  disconnectLive();
  outdated.forEach((listener) => listener());
  return false;
}

/** Closes the connection and forgets its numbers: someone else may sign in next. */
export function disconnectLive(): void {
  wanted = false;
  socket?.disconnect();
  socket = null;
  shown.reset();
  news.reset();
}

/** Notes that the state on this page contains the events up to this number, unless a number is known. */
export function noteSequence(seq: number): void {
  shown.begin(seq);
}

/** Listens for events that are newer than what the page shows; `seq` is the number of one that has a number. */
export function onEvent<Topic extends LiveTopic>(
  topic: Topic,
  listener: (data: LiveTopics[Topic], seq?: number) => void,
): () => void {
  // The server publishes with the same types.
  return shown.onEvent(topic, listener as (data: unknown, seq?: number) => void);
}

/** Called when events were missed: load again what is shown. */
export function onMissed(listener: () => void): () => void {
  return shown.onMissed(listener);
}

/** Notes that events after this number are news. */
export function noteLateSequence(seq: number): void {
  news.note(seq);
}

/** Listens for all events, including those that the page has loaded meanwhile. */
export function onLateEvent<Topic extends LiveTopic>(
  topic: Topic,
  listener: (data: LiveTopics[Topic]) => void,
): () => void {
  return news.onEvent(topic, listener as (data: unknown) => void);
}

/** Called when news was missed, even before the first connection. */
export function onLateMissed(listener: () => void): () => void {
  return news.onMissed(listener);
}

export function onNotice(listener: (text: string) => void): () => void {
  return subscribe(notices, listener);
}

/** Called when the server runs another build than this page: it sends nothing that the page could trust. */
export function onOutdated(listener: () => void): () => void {
  return subscribe(outdated, listener);
}

export function onConnection(listener: (connected: boolean) => void): () => void {
  return subscribe(connections, listener);
}

export function isLive(): boolean {
  return socket?.connected ?? false;
}

/** When to try again after the server couldn't check the session. */
const REFUSED_MS = 3_000;
/** When to try again while the person has too many tabs open. */
const TOO_MANY_MS = 30_000;
const REPLY_MS = 5_000;

/** Follows a running answer and resolves with its text from `offset` on; null without such an answer, or without a reply. */
export async function watch(
  id: string,
  offset: number,
  onDelta: (delta: LiveDelta) => void,
): Promise<WatchedGeneration | null> {
  if (!socket) return null;
  deltas.set(id, onDelta);
  try {
    return await socket.timeout(REPLY_MS).emitWithAck('watch', { id, offset });
  } catch {
    // No reply in time: the caller falls back to another way of reading the answer.
    return null;
  }
}

export function unwatch(id: string): void {
  deltas.delete(id);
  socket?.emit('unwatch', { id });
}
