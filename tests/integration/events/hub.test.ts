import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { newId } from '~/lib/ids.server';
import { log } from '~/lib/log.server';
import {
  publishEvents,
  startHub,
  stopHub,
  type LiveEvent,
  type LiveEvents,
} from '~/engine/events/index.server';
import { userScope } from '~/lib/scope';

const userId = userScope(newId());
let server: Server;
let other: pg.Client;
const tabs: Socket[] = [];
/** The notifications that another process receives. */
let notified: string[] = [];

beforeEach(async () => {
  server = createServer();
  start();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  other = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await other.connect();
  await other.query('LISTEN "socket.io#/"');
  notified = [];
  other.on('notification', ({ payload = '' }) => {
    if (payload.includes('changes') || payload.includes('attachmentId')) notified.push(payload);
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const tab of tabs.splice(0)) tab.disconnect();
  await other.end();
  await stopHub();
});

const STANDING: LiveEvent = { topic: 'text', data: { id: 'standing', state: 'streaming' } };

function start(): void {
  startHub({
    httpServer: server,
    authenticate: (cookie) =>
      Promise.resolve({ userId: userScope(cookie ?? ''), sessionId: 'one' }),
    watch: () => Promise.resolve(null),
    standing: () => [STANDING],
  });
}

/** Opens a tab of the user whom the cookie names; returns the events that it receives, and tells `onAny` of all. */
async function openTab(
  cookie: string,
  onAny: (event: string, ...data: unknown[]) => void = () => {},
): Promise<LiveEvents[]> {
  const { port } = server.address() as AddressInfo;
  const tab = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    forceNew: true,
    reconnection: false,
  });
  tabs.push(tab);
  tab.onAny(onAny);
  const received: LiveEvents[] = [];
  tab.on('changes', (events: LiveEvents) => received.push(events));
  await new Promise<void>((resolve, reject) => {
    tab.once('newest', () => resolve());
    tab.once('connect_error', reject);
  });
  return received;
}

const changes = (seq: number, text = ''): LiveEvents => ({
  seq,
  changes: [{ topic: 'text', data: { id: text, state: 'streaming' } }],
});

test('a tab is told the build before anything else, then what stands, and the number of the newest event', async () => {
  const told: unknown[][] = [];
  await openTab(userId, (...event) => told.push(event));
  expect(told).toEqual([
    ['hello', null],
    ['standing', STANDING, null],
    ['newest', 0],
  ]);
});

test('each tab of a person receives each event once and in order, and so does another process', async () => {
  const [one, two, stranger] = [
    await openTab(userId),
    await openTab(userId),
    await openTab(newId()),
  ];
  const published = [1, 2, 3].map((seq) => publishEvents(userId, changes(seq)));
  await Promise.all(published);
  // After the first three have been sent.
  await publishEvents(userId, changes(4));
  await vi.waitFor(() => {
    for (const received of [one, two]) expect(received.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(notified.map((payload) => /"seq":(\d)/.exec(payload)?.[1])).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
  });
  expect(stranger).toEqual([]);
});

test('an event that is too large for a notification arrives once, too', async () => {
  const received = await openTab(userId);
  await publishEvents(userId, changes(1, 'x'.repeat(9_000)));
  await vi.waitFor(() => {
    expect(received.map(({ seq }) => seq)).toEqual([1]);
    expect(notified).toHaveLength(1);
  });
});

test('tabs of the same process receive an event even if the database can’t pass it on', async () => {
  const received = await openTab(userId);
  const failed = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  vi.spyOn(pg.Pool.prototype, 'query').mockImplementation(() => {
    throw new Error('away');
  });
  await publishEvents(userId, changes(1));
  await vi.waitFor(() => expect(received.map(({ seq }) => seq)).toEqual([1]));
  expect(notified).toEqual([]);
  expect(failed).toHaveBeenCalledOnce();
});

test('the hub stops while it is still connecting to the database', async () => {
  await stopHub();
  start();
  await expect(stopHub()).resolves.toBeUndefined();
});
