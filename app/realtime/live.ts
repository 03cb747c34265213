import type { Socket } from 'socket.io-client';

import type {
  BrowserToServer,
  LiveChanges,
  LiveDelta,
  ServerToBrowser,
  WatchedAnswer,
} from './events';

/**
 * The browser's end of the live connection: one socket for the tab. Whoever shows state says by `noteSequence` up to
 * which change it is true; a gap in the numbers, or a newer number after a reconnection, calls the `onMissed` listeners,
 * who then load their state again.
 */
type LiveSocket = Socket<ServerToBrowser, BrowserToServer>;

let socket: LiveSocket | null = null;
let wanted = false;
let known: number | null = null;

const topics = new Map<string, Set<(data: unknown) => void>>();
const missed = new Set<() => void>();
const notices = new Set<(text: string) => void>();
const signedOut = new Set<() => void>();
const deltas = new Map<string, (delta: LiveDelta) => void>();
const connections = new Set<(connected: boolean) => void>();

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

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
    if (error.message === 'unauthenticated') signedOut.forEach((listener) => listener());
    // After a refusal by the server's own word Socket.IO does not try again by itself.
    else if (!socket?.active) setTimeout(() => socket?.connect(), REFUSED_MS);
  });
  socket.on('hello', ({ seq }) => {
    if (known !== null && seq > known) missed.forEach((listener) => listener());
    known = Math.max(known ?? 0, seq);
  });
  socket.on('changes', hear);
  socket.on('standing', ({ topic, data }) => {
    topics.get(topic)?.forEach((listener) => listener(data));
  });
  socket.on('delta', (delta) => deltas.get(delta.id)?.(delta));
  socket.on('notice', (text) => notices.forEach((listener) => listener(text)));
  socket.on('signed-out', () => signedOut.forEach((listener) => listener()));
}

/** Closes it, and forgets what it knew: the next to sign in here may be somebody else. */
export function disconnectLive(): void {
  wanted = false;
  socket?.disconnect();
  socket = null;
  known = null;
}

function hear({ seq, changes }: LiveChanges): void {
  // Contained in what was loaded meanwhile.
  if (known !== null && seq <= known) return;
  const gap = known !== null && seq > known + 1;
  known = seq;
  for (const { topic, data } of changes) {
    topics.get(topic)?.forEach((listener) => listener(data));
  }
  if (gap) missed.forEach((listener) => listener());
}

/** The state on this page contains the changes up to this number. */
export function noteSequence(seq: number): void {
  known = Math.max(known ?? 0, seq);
}

export function onChange(topic: string, listener: (data: unknown) => void): () => void {
  const listeners = topics.get(topic) ?? new Set();
  topics.set(topic, listeners);
  return subscribe(listeners, listener);
}

/** Something was missed: load again what is shown. */
export function onMissed(listener: () => void): () => void {
  return subscribe(missed, listener);
}

export function onNotice(listener: (text: string) => void): () => void {
  return subscribe(notices, listener);
}

export function onSignedOut(listener: () => void): () => void {
  return subscribe(signedOut, listener);
}

/** A request was answered that nobody is signed in: as good as the server's own word that the session has ended. */
export function noteSignedOut(): void {
  signedOut.forEach((listener) => listener());
}

export function onConnection(listener: (connected: boolean) => void): () => void {
  return subscribe(connections, listener);
}

export function isLive(): boolean {
  return socket?.connected ?? false;
}

/** When to try again after the server could not look at the session. */
const REFUSED_MS = 3_000;
const REPLY_MS = 5_000;

/** Follows a running answer; replies with what lies beyond `offset`. Null: no such answer, or no reply. */
export async function watch(
  id: string,
  offset: number,
  onDelta: (delta: LiveDelta) => void,
): Promise<WatchedAnswer | null> {
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
