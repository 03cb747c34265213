import { EventEmitter } from 'node:events';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { LiveEvents } from './events';
import { connectLive, disconnectLive, noteSequence, onEvent, onMissed, onOutdated } from './live';

/** The browser's end of a socket, on which a test emits what the server sends. */
class FakeSocket extends EventEmitter {
  disconnect = vi.fn();
}

let socket: FakeSocket;
vi.mock('socket.io-client', () => ({ io: () => socket }));

const missed = vi.fn();
const outdated = vi.fn();
let stops: (() => void)[];

beforeEach(async () => {
  socket = new FakeSocket();
  stops = [onMissed(missed), onOutdated(outdated)];
  await connectLive();
});
afterEach(() => {
  stops.forEach((stop) => stop());
  disconnectLive();
  vi.clearAllMocks();
});

test('a server of another build ends the connection before anything else is read', () => {
  socket.emit('hello', 'another');
  expect(outdated).toHaveBeenCalledOnce();
  expect(socket.disconnect).toHaveBeenCalledOnce();
});

test('what a process of another build publishes is never read', () => {
  const listener = vi.fn();
  stops.push(onEvent('folder', listener));
  const events: LiveEvents = { seq: 1, changes: [{ topic: 'folder', data: { id: '1' } as never }] };
  socket.emit('hello', null);
  socket.emit('changes', events, null);
  expect(listener).toHaveBeenCalledOnce();
  socket.emit('changes', { ...events, seq: 2 }, 'another');
  expect(listener).toHaveBeenCalledOnce();
  expect(outdated).toHaveBeenCalledOnce();
  expect(socket.disconnect).toHaveBeenCalledOnce();
});

test('a server of the page’s build says which event is the newest, and what was missed is loaded', () => {
  noteSequence(4);
  socket.emit('hello', null);
  socket.emit('newest', 4);
  expect(missed).not.toHaveBeenCalled();
  socket.emit('newest', 5);
  expect(missed).toHaveBeenCalledOnce();
  expect([outdated.mock.calls, socket.disconnect.mock.calls]).toEqual([[], []]);
});
