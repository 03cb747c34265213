import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import { WebSocket } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { marker, startFakeOpenAi, type FakeOpenAi } from '../fakes/openai.ts';
import { startApp, type AppProcess } from '../harness/app-process.ts';
import { listRoutes } from '../harness/route-inventory.ts';
import { freePort, postgresOf, query, installedDataDir } from './setup.ts';
import { signedUp, visitor, type SignedUp } from './visitor.ts';

/**
 * What each event answers about another user's id: nothing. A new event fails this test until it's declared here; then
 * every kind of user sends it.
 */
const EVENTS: Record<string, { request: (id: string) => unknown; foreign: 'null' | 'silence' }> = {
  watch: { request: (id) => ({ id, offset: 0 }), foreign: 'null' },
  unwatch: { request: (id) => ({ id }), foreign: 'silence' },
};

const TRANSPORTS = ['websocket', 'polling'] as const;
type Transport = (typeof TRANSPORTS)[number];

let provider: FakeOpenAi;
let app: AppProcess;
let database: string;
let owner: SignedUp;
let stranger: SignedUp;
const sockets: Socket[] = [];

beforeAll(async () => {
  provider = await startFakeOpenAi();
  const dataDir = await installedDataDir();
  app = await startApp({
    dataDir,
    port: await freePort(),
    env: {
      DATABASE_URL: '',
      RATE_LIMITS: 'false',
      OPENAI_BASE_URL: provider.url,
      OPENAI_API_KEY: 'a key for these tests',
    },
  });
  database = postgresOf(dataDir).url;
  [owner, stranger] = [await signedUp(app.url), await signedUp(app.url)];
});

afterEach(() => sockets.splice(0).forEach((socket) => socket.disconnect()));

afterAll(async () => {
  await app?.stop();
  await provider?.close();
});

interface Opened {
  socket: Socket;
  /** The events that it received. */
  heard: { event: string; about: string }[];
  /** Resolves with the reason once it's disconnected. */
  cut: Promise<string>;
}

function open(
  headers: Record<string, string>,
  transport: Transport = 'websocket',
): Promise<Opened> {
  const socket = io(app.url, {
    transports: [transport],
    reconnection: false,
    forceNew: true,
    extraHeaders: headers,
  });
  sockets.push(socket);
  const heard: Opened['heard'] = [];
  socket.onAny((event: string, ...args) => heard.push({ event, about: JSON.stringify(args) }));
  const cut = new Promise<string>((resolve) => socket.once('disconnect', resolve));
  return new Promise((resolve, reject) => {
    socket.once('newest', () => resolve({ socket, heard, cut }));
    socket.once('connect_error', reject);
    socket.once('disconnect', () => reject(new Error('cut')));
  });
}

const openAs = (person: SignedUp, transport?: Transport) =>
  open({ cookie: person.cookie(), origin: app.url }, transport);

const ask = (opened: Opened, event: string, request: unknown) =>
  opened.socket.timeout(10_000).emitWithAck(event, request) as Promise<unknown>;

/** Requests an answer that pauses after its first words until `proceed`. */
async function writing(person: SignedUp): Promise<{ answerId: string; proceed(): Promise<void> }> {
  const hold = randomUUID();
  const content = `Hello ${marker({ tokens: 400, rate: 400, holdAfter: 5, hold })}`;
  const response = await person.fetch('/api/chat/messages', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ conversationId: null, content, clientKey: randomUUID() }),
  });
  const decoder = new TextDecoder();
  let text = '';
  const reader = response.body!.getReader();
  const idOf = () => /event: start\ndata: .*"answerId":"([^"]+)"/.exec(text)?.[1];
  while (idOf() === undefined) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`no answer has started: ${text}`);
    text += decoder.decode(value, { stream: true });
  }
  return {
    answerId: idOf()!,
    async proceed() {
      provider.release(hold);
      while (!(await reader.read()).done);
    },
  };
}

/** Signs them in on another device. */
async function onAnotherDevice({ email, password }: SignedUp) {
  const browser = visitor(app.url);
  const body = new URLSearchParams({ email, password });
  const response = await browser.fetch('/auth/login', { method: 'POST', body });
  expect(response.status).toBe(302);
  const secret = /brandwright_session=([^;]+)/.exec(browser.cookie())![1]!;
  return { ...browser, id: createHash('sha256').update(secret).digest('hex') };
}

describe('the socket server', () => {
  it('listens only to the events declared here', async () => {
    expect([...(await listRoutes()).heard].sort()).toEqual(Object.keys(EVENTS).sort());
  });

  it('tells no one about another user, whatever they send and however often', async () => {
    const { answerId, proceed } = await writing(owner);
    const mine = await openAs(owner);
    const mineToo = await openAs(owner, 'polling');
    const theirs = await openAs(stranger);
    const theirsToo = await openAs(stranger, 'polling');
    for (const opened of [mine, mineToo]) {
      expect(await ask(opened, 'watch', { id: answerId, offset: 0 })).toMatchObject({
        state: 'streaming',
      });
    }
    const known = [mine, mineToo].map(({ heard }) => heard.length);

    for (const opened of [theirs, theirsToo]) {
      for (const [event, { request, foreign }] of Object.entries(EVENTS)) {
        if (foreign === 'null') expect(await ask(opened, event, request(answerId))).toBeNull();
        else opened.socket.emit(event, request(answerId));
      }
      // Room names, and events that only the server and its processes send.
      const [row] = await query(database, `SELECT user_id FROM generations LIMIT 1`);
      for (const id of [`answer:${answerId}`, `user:${String(row?.user_id)}`]) {
        opened.socket.emit('watch', { id, offset: 0 }, () => {});
        opened.socket.emit('join', id);
      }
      for (const event of ['delta', 'changes', 'standing', 'notice', 'signed-out', 'tell']) {
        opened.socket.emit(event, { id: answerId, offset: 0, text: 'forged' }, answerId);
      }
    }

    // A stranger asks for the text all the time while it streams, and never gets any of it.
    let asking = true;
    const insisting = Array.from({ length: 8 }, async () => {
      while (asking) expect(await ask(theirs, 'watch', { id: answerId, offset: 0 })).toBeNull();
    });
    await proceed();
    await expect
      .poll(() => mineToo.heard.slice(known[1]).some(({ event }) => event === 'delta'))
      .toBe(true);
    asking = false;
    await Promise.all(insisting);
    // Everything sent to them so far has arrived before this answer.
    for (const opened of [theirs, theirsToo, mine]) {
      await ask(opened, 'watch', { id: randomUUID(), offset: 0 });
    }
    expect(mine.heard.some(({ event }) => event === 'delta')).toBe(true);
    for (const { heard } of [theirs, theirsToo]) {
      expect(heard.map(({ event }) => event)).toEqual(['hello', 'standing', 'newest']);
    }
    expect(JSON.stringify([...mine.heard, ...mineToo.heard])).not.toContain('forged');
  });

  it.each(TRANSPORTS)('admits no one without a session by %s', async (transport) => {
    const out = await onAnotherDevice(owner);
    await out.fetch('/auth/logout', { method: 'POST' });
    const expired = await onAnotherDevice(owner);
    await query(
      database,
      `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = '${expired.id}'`,
    );
    const gone = await signedUp(app.url);
    await query(database, `UPDATE users SET disabled_at = now() WHERE email = '${gone.email}'`);
    const cookies: Record<string, string> = {
      'no cookie': '',
      invented: `brandwright_session=${'a'.repeat(40)}`,
      'the name of a session': `brandwright_session=${out.id}`,
      'signed out': out.cookie(),
      expired: expired.cookie(),
      disabled: gone.cookie(),
    };
    for (const [name, cookie] of Object.entries(cookies)) {
      const opened = open({ cookie, origin: app.url }, transport);
      await expect(opened, name).rejects.toThrow('unauthenticated');
    }
  });

  it.each(TRANSPORTS)('admits no one by %s from a page of another origin', async (transport) => {
    const { host, port } = new URL(app.url);
    for (const origin of [
      'null',
      'https://evil.example',
      `http://evil.${host}`,
      `http://${host}.evil.example`,
      `http://localhost:${Number(port) + 1}`,
      'http://localhost',
      `http://localhost.:${port}`,
      `http://user@evil.example:${port}`,
      'file://',
      'nonsense',
    ]) {
      const opened = open({ cookie: owner.cookie(), origin }, transport);
      await expect(opened, origin).rejects.toThrow();
    }
    await expect(
      open({ cookie: owner.cookie(), origin: app.url.toUpperCase() }, transport),
    ).resolves.toBeTruthy();
  });

  it('disconnects everyone whose session ends', async () => {
    const person = await signedUp(app.url);
    const watch = { id: randomUUID(), offset: 0 };

    // At once, when the app ends the session and publishes it.
    const out = await onAnotherDevice(person);
    const leaving = await open({ cookie: out.cookie(), origin: app.url });
    await out.fetch('/auth/logout', { method: 'POST' });
    await leaving.cut;
    expect(leaving.heard.at(-1)?.event).toBe('signed-out');

    const revoked = await onAnotherDevice(person);
    const elsewhere = await open({ cookie: revoked.cookie(), origin: app.url });
    await person.fetch(`/api/account/sessions/${revoked.id}`, { method: 'DELETE' });
    await elsewhere.cut;

    // At the next event, when only the database changed.
    const endings = [
      (id: string) => `UPDATE sessions SET expires_at = now() WHERE id = '${id}'`,
      (id: string) => `DELETE FROM sessions WHERE id = '${id}'`,
      () => `UPDATE users SET disabled_at = now() WHERE email = '${person.email}'`,
    ];
    for (const ending of endings) {
      const device = await onAnotherDevice(person);
      const opened = await open({ cookie: device.cookie(), origin: app.url });
      expect(await ask(opened, 'watch', watch)).toBeNull();
      await query(database, ending(device.id));
      let answered = false;
      opened.socket.emit('watch', watch, () => (answered = true));
      await opened.cut;
      expect(answered, ending('')).toBe(false);
    }
  });

  it('survives frames of any kind without growing', async () => {
    const event = fc.constantFrom('watch', 'unwatch', 'delta', '__proto__', 'constructor', '');
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.record({ id: fc.oneof(fc.uuid(), fc.string()), offset: fc.oneof(fc.nat(), fc.string()) }),
      fc.constant(JSON.parse('{"__proto__":{"id":"x"},"constructor":{"prototype":{"x":1}}}')),
    );
    const frame: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .tuple(
          fc.constantFrom('42', '421', '4299999999999999999', '43', '431', '42/x,'),
          event,
          value,
        )
        .map(([kind, name, given]) => kind + JSON.stringify([name, given])),
      fc
        .tuple(fc.constantFrom('45', '46'), fc.nat(), value)
        .map(([kind, parts, given]) => `${kind}${parts}-${JSON.stringify(['watch', given])}`),
      fc.constantFrom(
        '',
        '0',
        '1',
        '2probe',
        '3',
        '5',
        '6',
        '40{',
        '40/admin,',
        '41',
        '44"x"',
        '42["watch"',
        '42{}',
        '42[["watch"]]',
        '451-["watch",{"_placeholder":true,"num":-1}]',
        '452-["watch",{"_placeholder":true,"num":"length"}]',
        `42${'['.repeat(5_000)}`,
        `42["watch",${'{"a":'.repeat(5_000)}`,
        `42["watch","${'x'.repeat(60_000)}"]`,
        `42["watch","${'x'.repeat(70_000)}"]`,
      ),
      fc.uint8Array({ maxLength: 4_000 }).map((bytes) => new Uint8Array(bytes)),
    );
    const memory = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.child.pid}/status`, 'utf8'))?.[1]);
    const address = `${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const send = (frames: readonly (string | Uint8Array<ArrayBuffer>)[]) =>
      new Promise<void>((resolve) => {
        const socket = new WebSocket(address, {
          headers: { cookie: owner.cookie(), origin: app.url },
        });
        socket.onclose = () => resolve();
        socket.onopen = () => {
          socket.send('40');
          for (const each of frames) socket.send(each);
          socket.close();
        };
      });
    const logged = app.log().length;
    const before = memory();
    const frames = fc.sample(frame, { numRuns: 600, seed: 20_261_122 });
    // One at a time, since each may end its connection, and many at once.
    for (let at = 0; at < frames.length; at += 20) {
      const some = frames.slice(at, at + 20);
      await Promise.all([send(some), ...some.map((each) => send([each]))]);
    }
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    const opened = await openAs(owner);
    expect(await ask(opened, 'watch', { id: randomUUID(), offset: 0 })).toBeNull();
    expect(app.log().slice(logged)).not.toMatch(/"level":[56]0|an error that nothing caught/);
    // In kilobytes. It shows that nothing stays, not how much memory a process takes.
    expect(memory() - before).toBeLessThan(300_000);
  });
});
