import type { Socket } from 'socket.io-client';

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

/**
 * The browser's end of the live connection: one socket for the tab. Whoever shows state says by `noteSequence` up to
 * which change it is true; a gap in the numbers, or a newer number after a reconnection, calls the `onMissed` listeners,
 * who then load their state again. Who tells of what happens, and shows no state, listens to news: what a page has
 * loaded meanwhile has told no one of it.
 */
type LiveSocket = Socket<ServerToBrowser, BrowserToServer>;

let socket: LiveSocket | null = null;
let wanted = false;

const shown = new NumberedEvents();
const news = new NumberedEvents();
const notices = new Set<(text: string) => void>();
const deltas = new Map<string, (delta: LiveDelta) => void>();
const connections = new Set<(connected: boolean) => void>();

/** Opens the connection; the client's code is loaded only now, after the page is there. */
export async function connectLive(): Promise<void> {
  wanted = true;
  const { io } = await import('socket.io-client');
  if (!wanted || socket) return;
  socket = io({ forceNew: true, transports: ['websocket', 'polling'], tryAllTransports: true });
  socket.on('connect', () => connections.forEach((listener) => listener(true)));
  socket.on('disconnect', (reason) => {
    connections.forEach((listener) => listener(false));
    // After a cut by the server Socket.IO stays away unless asked: come back, and be refused if the session is over.
    if (reason === 'io server disconnect') socket?.connect();
  });
  socket.on('connect_error', (error) => {
    if (error.message === 'unauthenticated') noteSignedOut();
    // After a refusal by the server's own word Socket.IO does not try again by itself.
    else if (!socket?.active) {
      const ms = error.message === 'too-many' ? TOO_MANY_MS : REFUSED_MS;
      setTimeout(() => socket?.connect(), ms);
    }
  });
  socket.on('hello', ({ seq }) => {
    shown.compare(seq);
    news.compare(seq);
  });
  socket.on('changes', (changes) => {
    shown.hear(changes);
    news.hear(changes);
  });
  socket.on('standing', (change) => shown.tell(change));
  socket.on('delta', (delta) => deltas.get(delta.id)?.(delta));
  socket.on('notice', (text) => notices.forEach((listener) => listener(text)));
  socket.on('signed-out', noteSignedOut);
}

/** Closes it, and forgets what it knew: the next to sign in here may be someone else. */
export function disconnectLive(): void {
  wanted = false;
  socket?.disconnect();
  socket = null;
  shown.forget();
  news.forget();
}

/** The state on this page contains the changes up to this number. */
export function noteSequence(seq: number): void {
  shown.note(seq);
}

/** Hears what happens after what the page shows. */
export function onEvent<Topic extends LiveTopic>(
  topic: Topic,
  listener: (data: LiveTopics[Topic]) => void,
): () => void {
  // Typed by the same declaration that the server publishes by.
  return shown.onEvent(topic, listener as (data: unknown) => void);
}

/** Something was missed: load again what is shown. */
export function onMissed(listener: () => void): () => void {
  return shown.onMissed(listener);
}

/** From this number on, what happens is news. */
export function noteLateSequence(seq: number): void {
  news.note(seq);
}

/** Whatever happens, also what a page loaded meanwhile contains already. */
export function onLateEvent<Topic extends LiveTopic>(
  topic: Topic,
  listener: (data: LiveTopics[Topic]) => void,
): () => void {
  return news.onEvent(topic, listener as (data: unknown) => void);
}

/** Something happened that was not heard, be it before the first connection. */
export function onLateMissed(listener: () => void): () => void {
  return news.onMissed(listener);
}

export function onNotice(listener: (text: string) => void): () => void {
  return subscribe(notices, listener);
}

export function onConnection(listener: (connected: boolean) => void): () => void {
  return subscribe(connections, listener);
}

export function isLive(): boolean {
  return socket?.connected ?? false;
}

/** When to try again after the server could not look at the session. */
const REFUSED_MS = 3_000;
/** When to try again where the person has too many tabs: one of them may have been closed by then. */
const TOO_MANY_MS = 30_000;
const REPLY_MS = 5_000;

/** Follows a running answer; replies with what lies beyond `offset`. Null: no such answer, or no reply. */
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
    // No reply in time: the caller reads the answer another way.
    return null;
  }
}

export function unwatch(id: string): void {
  deltas.delete(id);
  socket?.emit('unwatch', { id });
}
