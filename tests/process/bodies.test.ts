import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { AppProcess } from '../harness/app-process.ts';
import type { OwnedIds } from '../harness/owned-ids.ts';
import { NODE, REMIX } from '../harness/route-access.ts';
import { listRoutes } from '../harness/route-inventory.ts';
import { startInhabitedApp } from './inhabited-app.ts';
import type { SignedUp, Visitor } from './visitor.ts';

const AT_ONCE = 20;
const HANG_MS = 240_000;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Just over the limits of the Stripe webhook, a message, an attachment, and a reference image. */
const OVERSIZED = [1_100_000, 9_000_000, 21_000_000, 31_000_000];
/** Just over the limit of any form. */
const FORM_OVERSIZED = 2_100_000;
const FILLER = Buffer.alloc(65_536, 'x');
/** These end the session, so each gets an account of its own. */
const ENDING = new Set(['/auth/logout', '/api/account/deletion']);

interface Body {
  name: string;
  headers: Record<string, string>;
  /** Sends it; an answer may end it at any time. */
  send(socket: Socket, isOver: () => boolean): Promise<void> | void;
}

interface Sent {
  name: string;
  method: string;
  path: string;
  cookie: string;
  body: Body;
  /** The 5xx status that is right here. */
  allowed: number | undefined;
}

let app: AppProcess;
let owned: OwnedIds;
let people: Record<'visitor' | 'user', Visitor>;
let leaving: SignedUp;

beforeAll(async () => {
  const inhabited = await startInhabitedApp();
  ({ app, owned, leaving } = inhabited);
  const { visitor, user } = inhabited.people;
  people = { visitor, user };
});

afterAll(() => app?.stop());

async function fill(socket: Socket, bytes: number, isOver: () => boolean): Promise<void> {
  for (let sent = 0; sent < bytes && !isOver(); sent += FILLER.length) {
    const part = FILLER.subarray(0, Math.min(FILLER.length, bytes - sent));
    if (socket.write(part) || socket.destroyed) continue;
    await new Promise<void>((resolve) => {
      const proceed = () => {
        socket.off('drain', proceed).off('close', proceed);
        resolve();
      };
      socket.on('drain', proceed).on('close', proceed);
    });
  }
}

function oversized(bytes: number): Body {
  return {
    name: `${bytes} bytes`,
    headers: { 'Content-Type': 'application/octet-stream', 'Content-Length': String(bytes) },
    send: (socket, isOver) => fill(socket, bytes, isOver),
  };
}

const broken: Body[] = [
  {
    name: 'a truncated body, ended',
    headers: { 'Content-Type': 'application/json', 'Content-Length': '5000' },
    send: (socket) => void socket.end('{"name":'),
  },
  {
    name: 'a truncated body, reset',
    headers: { 'Content-Type': 'application/json', 'Content-Length': '5000' },
    send(socket) {
      socket.write('{"name":', () => socket.resetAndDestroy());
    },
  },
];

const chunked: Body = {
  name: 'a chunked body',
  headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
  send: (socket) => void socket.write('3\r\n{"n\r\n9\r\name":"x"}\r\n0\r\n\r\n'),
};

const whole: Body[] = [
  {
    name: 'a slow body',
    headers: { 'Content-Type': 'application/json', 'Content-Length': '12' },
    async send(socket, isOver) {
      for (const letter of '{"name":"x"}') {
        if (isOver()) return;
        socket.write(letter);
        await sleep(2);
      }
    },
  },
  chunked,
  {
    name: 'a chunked body that breaks its own rules',
    headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
    send: (socket) => void socket.write('3\r\n{"n\r\nzz\r\n'),
  },
  { name: 'an empty body', headers: { 'Content-Length': '0' }, send: () => {} },
  {
    name: 'a body of the wrong type',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': '400' },
    send: (socket) => void socket.write(randomBytes(400)),
  },
  {
    name: 'JSON that is none',
    headers: { 'Content-Type': 'application/json', 'Content-Length': '400' },
    send: (socket) => void socket.write(randomBytes(400)),
  },
];

/** Every body for every action; only some of them where no body is read, or where visitors are turned away first. */
async function everything(): Promise<Sent[]> {
  const { remix, node } = await listRoutes();
  const all: Sent[] = [];
  for (const { id, path: pattern, index, loader, action, page } of remix) {
    const declaration = REMIX[id];
    if (pattern === undefined || !declaration) continue;
    const values = (declaration.own ?? declaration.there)?.(owned) ?? {};
    const address = pattern
      .replace(/:(\w+)/g, (_, name: string) => values[name] ?? randomUUID())
      .replace('*', 'no-such-thing');
    const taken = [
      ...(loader || page ? ['GET'] : []),
      ...(action ? (declaration.methods ?? ['POST']) : []),
      ...(declaration.alsoTakes ?? []),
    ];
    for (const [at, method] of METHODS.entries()) {
      const isNode = node.includes(`${method} ${pattern}`);
      const isRead = method !== 'GET' && taken.includes(method);
      const query = index && method !== 'GET' ? '?index' : '';
      for (const [who, person] of Object.entries(people)) {
        const cookie = (who === 'user' && ENDING.has(id) ? leaving : person).cookie();
        // Where the body isn't read, a few are enough: the gate turns all visitors away with the same code.
        const cut = broken[(at + id.length) % broken.length]!;
        const isAllowed = who === 'user' || declaration.change === 'public';
        const bodies =
          isRead && isAllowed
            ? [...(isNode ? OVERSIZED : [FORM_OVERSIZED]).map(oversized), ...broken, ...whole]
            : who === 'visitor'
              ? [oversized(FORM_OVERSIZED), ...(isRead ? [cut] : [])]
              : [cut, chunked];
        for (const body of bodies) {
          const name = `${method} ${pattern} with ${body.name} as ${who}`;
          const path = address + query;
          all.push({ name, method, path, cookie, body, allowed: declaration.foreign });
        }
      }
    }
  }
  // Deletions come last.
  return all.sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
}

/** The status of the answer; null if the connection ended without one. */
async function statusOf({ method, path, cookie, body }: Sent): Promise<number | null> {
  const { host, port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  let answer = '';
  let isOver = false;
  const end = new Promise<number | null>((resolve, reject) => {
    const hang = setTimeout(() => reject(new Error('no answer')), HANG_MS);
    const settle = () => {
      isOver = true;
      clearTimeout(hang);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(
        answer.replace('HTTP/1.1 100 Continue\r\n\r\n', ''),
      );
      resolve(status && Number(status[1]));
      socket.destroy();
    };
    socket.on('data', (part) => {
      answer += part.toString('latin1');
      if (/^HTTP\/1\.1 [2-5]/m.test(answer)) settle();
    });
    // The answer may be lost when the rest of a body is refused.
    socket.on('error', settle);
    socket.on('close', settle);
  });
  const headers = { Host: host, Origin: app.url, Cookie: cookie, ...body.headers };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === '' ? [] : [`${name}: ${value}\r\n`],
  );
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  await body.send(socket, () => isOver);
  return end;
}

function expectAlive(after: string): void {
  const { exitCode, signalCode } = app.child;
  const log = app.log();
  const isEnding = log.includes('because of an unexpected error');
  if (exitCode === null && signalCode === null && !isEnding) return;
  throw new Error(`it ended (${exitCode ?? signalCode}) after ${after}:\n${log.slice(-5_000)}`);
}

it('survives every body on every route by every method, without a 5xx', async () => {
  const all = await everything();
  // The table isn't empty, and includes what Node answers before Remix.
  for (const route of Object.keys(NODE)) {
    expect(
      all.some(({ name }) => name.startsWith(`${route} with`)),
      route,
    ).toBe(true);
  }
  const { pid } = app.child;
  const failures: string[] = [];
  const statuses = new Map<number | null, number>();
  const left = all.values();
  const work = async () => {
    for (const sent of left) {
      const status = await statusOf(sent).catch((error: unknown) => String(error));
      if (typeof status === 'string') failures.push(`${status}: ${sent.name}`);
      else {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const isFailure = status !== null && status >= 500 && status !== sent.allowed;
        if (isFailure) failures.push(`${status}: ${sent.name}`);
      }
      expectAlive(sent.name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));

  expectAlive('the last');
  expect(failures).toEqual([]);
  expect(app.child.pid).toBe(pid);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  expect(app.log()).not.toMatch(/"level":[56]0|because of an unexpected error/);
  // The user was signed in until the end.
  expect((await people.user.fetch('/api/conversations')).status).toBe(200);
  // Bodies were read, refused for their length, and answered with an explanation.
  for (const status of [200, 400, 401, 404, 405, 413]) {
    expect(statuses.get(status), `answers with ${status}`).toBeGreaterThan(0);
  }
});

it('answers the next request on a connection whose last body was answered without being read', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  const ask = (method: string, path: string, body: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { Origin: app.url, 'Content-Length': body.length };
      const asked = request(app.url + path, { method, agent, headers }, (response) => {
        ports.add(asked.socket?.localPort);
        response.on('end', () => resolve(response.statusCode)).resume();
      });
      asked.on('error', reject).end(body);
    });
  for (let times = 0; times < 3; times += 1) {
    expect(await ask('POST', '/api/profiles', 'x'.repeat(1_900_000))).toBe(401);
    expect(await ask('GET', '/healthz', '')).toBe(200);
  }
  agent.destroy();
  expect(ports.size).toBe(1);
});

it('takes a profile photo that is larger than any form may be', async () => {
  const [width, height, channels] = [1_200, 1_000, 3] as const;
  const noise = randomBytes(width * height * channels);
  const photo = await sharp(noise, { raw: { width, height, channels } }).png().toBuffer();
  expect(photo.length).toBeGreaterThan(FORM_OVERSIZED);
  const response = await people.user.fetch('/api/account/picture', {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', 'X-File-Name': 'photo.png' },
    body: photo,
  });
  expect([response.status, await response.json()]).toEqual([
    200,
    { pictureId: expect.any(String) as string },
  ]);
});
