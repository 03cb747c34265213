import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { io, type Socket } from 'socket.io-client';

import { marker } from '../fakes/openai.ts';
import { call, stream } from './client.ts';
import { residentMb } from './processes.ts';
import { atMost, noted, type Line } from './report.ts';
import { percentile } from './statistics.ts';

export interface SocketTarget {
  pid: number;
  url: string;
  cookie: string;
}

const WRITES = 200;
const SOCKETS = 1_000;
const LOST_MS = 10_000;

/** Row 16: the time from a change in tab A to its event in tab B: on one process, across two, and on bare Socket.IO. */
export async function measureSockets(
  app: SocketTarget,
  other: SocketTarget,
  floor: SocketTarget,
): Promise<Line[]> {
  const sockets = {
    app: await connect(app),
    across: await connect(other),
    floor: await connect(floor),
  };
  const conversationId = await send(app, null, 'first');
  const times = { app: [] as number[], across: [] as number[], floor: [] as number[] };
  for (let turn = -20; turn < WRITES; turn += 1) {
    const word = randomUUID();
    const start = performance.now();
    const heard = (name: 'app' | 'across') =>
      hears(sockets[name], word).then(() => performance.now() - start);
    const both = [heard('app'), heard('across')] as const;
    await send(app, conversationId, word);
    const [here, there] = await Promise.all(both);

    const floorStart = performance.now();
    const floorHeard = hears(sockets.floor, word);
    await call(floor.url, { method: 'POST', body: word });
    await floorHeard;
    if (turn < 0) continue;
    times.app.push(here);
    times.across.push(there);
    times.floor.push(performance.now() - floorStart);
  }
  for (const socket of Object.values(sockets)) socket.disconnect();
  const p = percentile;
  return [
    atMost(8, line('tab A to tab B p50', p(times.app, 0.5), p(times.floor, 0.5))),
    atMost(20, line('tab A to tab B p95', p(times.app, 0.95), p(times.floor, 0.95))),
    noted(line('across processes p50', p(times.across, 0.5))),
    atMost(40, line('across processes p95', p(times.across, 0.95))),
    atMost(45, {
      ...line('memory per socket at 1,000', await perSocketKb(app), await perSocketKb(floor)),
      unit: 'KB',
    }),
  ];
}

function line(what: string, app: number, floor: number | null = null) {
  return { row: 16, what, unit: 'ms', app, floor };
}

function connect({ url, cookie }: SocketTarget): Promise<Socket> {
  const socket = io(url, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    forceNew: true,
    reconnection: false,
  });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

/** Resolves at the first event of any name that contains this word. */
function hears(socket: Socket, word: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('a change was never published')), LOST_MS);
    const listener = (...event: unknown[]) => {
      if (!JSON.stringify(event).includes(word)) return;
      clearTimeout(timer);
      socket.offAny(listener);
      resolve();
    };
    socket.onAny(listener);
  });
}

async function send(
  { url, cookie }: SocketTarget,
  conversationId: string | null,
  word: string,
): Promise<string> {
  let id = conversationId ?? '';
  let isDone = false;
  const body = JSON.stringify({
    conversationId,
    content: `${word} ${marker({ tokens: 1 })}`,
    clientKey: randomUUID(),
  });
  const headers = { 'content-type': 'application/json', cookie, origin: url };
  await stream(`${url}/api/chat/messages`, { headers, body }, (event) => {
    if (event.startsWith('event: start\n')) {
      const data = event.slice(event.indexOf('data: ') + 6);
      id = (JSON.parse(data) as { conversationId: string }).conversationId;
    }
    isDone ||= event.includes('"state":"done"');
  });
  if (!isDone) throw new Error('an answer did not end as done');
  return id;
}

async function perSocketKb(target: SocketTarget): Promise<number> {
  const before = residentMb(target.pid);
  const sockets: Socket[] = [];
  for (let count = 0; count < SOCKETS; count += 50) {
    sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => connect(target)))));
  }
  await sleep(2_000);
  const after = residentMb(target.pid);
  for (const socket of sockets) socket.disconnect();
  return ((after - before) * 1_000) / SOCKETS;
}
