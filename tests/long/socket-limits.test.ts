import { randomUUID } from 'node:crypto';

import { io, type Socket } from 'socket.io-client';
import { WebSocket } from 'undici';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { startApp, type AppProcess } from '../harness/app-process.ts';
import { freePort, installedDataDir } from '../process/setup.ts';
import { signedUp, type SignedUp } from '../process/visitor.ts';

const MAX_PER_USER = 20;
const MAX_UNKNOWN = 100;
const TRANSPORTS = ['websocket', 'polling'] as const;

let app: AppProcess;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await startApp({
    dataDir: await installedDataDir(),
    port: await freePort(),
    env: { DATABASE_URL: '', APP_URL: 'https://brand.example', ALLOWED_HOSTS: 'localhost' },
  });
});

afterEach(() => sockets.splice(0).forEach((socket) => socket.disconnect()));
afterAll(() => app?.stop());

function open(person: SignedUp, transport: (typeof TRANSPORTS)[number]): Promise<Socket> {
  const socket = io(app.url, {
    transports: [transport],
    reconnection: false,
    forceNew: true,
    extraHeaders: { cookie: person.cookie(), origin: app.url },
  });
  sockets.push(socket);
  return new Promise((resolve, reject) => {
    socket.once('hello', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

it('limits a user to 20 sockets by any transport, without affecting others', async () => {
  const [tina, other] = [await signedUp(app.url), await signedUp(app.url)];
  const held = await Promise.all(
    Array.from({ length: MAX_PER_USER }, (_, at) => open(tina, TRANSPORTS[at % 2]!)),
  );
  for (const transport of TRANSPORTS) {
    await expect(open(tina, transport)).rejects.toThrow('too-many');
  }
  expect((await open(other, 'polling')).connected).toBe(true);
  held[0]?.disconnect();
  await expect.poll(() => open(tina, 'websocket').catch(() => null)).toBeTruthy();
});

it.each(TRANSPORTS)('closes only the socket that floods the server by %s', async (transport) => {
  const [tina, other] = [await signedUp(app.url), await signedUp(app.url)];
  const [flooding, quiet] = [await open(tina, transport), await open(other, transport)];
  const before = app.log().length;
  const closed = new Promise((resolve) => flooding.once('disconnect', resolve));
  for (let n = 0; n < 2_000; n += 1) {
    flooding.emit(n % 2 ? 'watch' : 'nonsense', { id: randomUUID(), offset: 0 }, () => undefined);
  }
  await closed;
  await expect.poll(() => app.log().slice(before)).toContain('closed a socket that sent too much');
  const answer = quiet.timeout(20_000).emitWithAck('watch', { id: randomUUID(), offset: 0 });
  expect(await answer).toBeNull();
});

it('limits how often one connection may present a session', async () => {
  const address = `${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { headers: { origin: app.url } });
  const closed = new Promise((resolve) => (socket.onclose = resolve));
  await new Promise((resolve) => (socket.onopen = resolve));
  for (let n = 0; n < 2_000; n += 1) socket.send('40');
  await closed;
});

it('limits how many connections without a session an IP address may hold', async () => {
  const tina = await signedUp(app.url);
  const handshake = async () => {
    const answer = await fetch(`${app.url}/socket.io/?EIO=4&transport=polling`);
    return (await answer.text()).startsWith('0{');
  };
  const opened = await Promise.all(Array.from({ length: 2 * MAX_UNKNOWN }, handshake));
  expect(opened.filter(Boolean).length).toBeLessThanOrEqual(MAX_UNKNOWN);
  expect(app.log()).toContain('too many of this address have not signed in');
  // They are closed after ten seconds, which makes room again.
  await expect
    .poll(() => open(tina, 'websocket').catch(() => null), { interval: 1_000 })
    .toBeTruthy();
});

it('refuses sockets for another host name', async () => {
  for (const path of ['/socket.io/?EIO=4&transport=polling', '/auth/login', '/assets/x.js']) {
    const { hostname, port } = new URL(app.url);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect([answer.status, await answer.text()], `${hostname} ${path}`).toEqual([
      421,
      "This site doesn't answer at this address. Open https://brand.example instead.",
    ]);
  }
  const { port } = new URL(app.url);
  for (const probe of ['/healthz', '/readyz']) {
    expect((await fetch(`http://127.0.0.1:${port}${probe}`)).status).toBe(200);
  }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  await new Promise((resolve) => (socket.onerror = resolve));
});
