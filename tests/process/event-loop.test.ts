import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import {
  fittingLists,
  fittingTexts,
  hostileFiles,
  hostileForms,
  hostileStructures,
  hostileTexts,
  schemaLike,
  type HostileBody,
} from '../harness/hostile-bodies.ts';
import { REMIX } from '../harness/route-access.ts';
import { listRoutes, type BodyTaken, type RemixRoute } from '../harness/route-inventory.ts';
import { startInhabitedApp, type InhabitedApp } from './inhabited-app.ts';
import { NODE } from './setup.ts';

const MAX_MS = 50;
/** A request that held the loop longer is repeated: garbage collection and compilation can happen at any time. */
const TRIES = 8;
const isLong = process.env.TEST_PART === 'long';
/** Endpoints of a kind share a parser, so in `npm test` each gets a sixth of the structures and every 22nd text. */
const [STRUCTURES, TEXTS] = isLong ? [1, 3] : [6, 22];
const USUAL_LIMIT = 2_000_000;
/** The size limits that forms have, largest first; a page doesn't declare which one is its own. */
const FORM_LIMITS = [USUAL_LIMIT, 80_000, 16_000];
/** As long as saved content may be, and as a text in a profile may be. */
const TEXT_LENGTHS = [200_000, 20_000];
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** These end the session, so they get an account of their own. */
const ENDING = new Set(['/auth/logout', '/api/account/deletion']);
const FORM_FIELDS = ['email', 'password', 'firstName', 'lastName', 'details', 'code', 'content'];
const WATCH = './tests/harness/loop-watch.ts';

/** Bodies of the endpoints without a schema: '' stands for any text, `uuid` for any id. */
const SHAPES: Record<string, unknown> = {
  'POST /api/account/names': { firstName: '', lastName: '' },
  'POST /api/account/time-zone': { timeZone: '' },
  'POST /api/profiles/:id/components/:kind': {
    componentId: null,
    version: 0,
    values: { whatYouDo: '', whatMakesYouDifferent: '' },
  },
  'POST /api/tools/generate-title': { content: '' },
  'POST /api/tools/helpmenuassistant': { messages: [{ role: 'user', content: '' }] },
  'POST /api/briefs': { ...brief(), clientKey: 'uuid' },
  'POST /api/briefs/estimate': brief(),
  'POST /api/passages': { text: '', before: '', after: '', action: 'tone', tone: 'x', note: '' },
  'POST /api/media/images': { ...image(), clientKey: 'uuid' },
  'POST /api/media/images/estimate': image(),
  'POST /api/media/videos': { ...video(), clientKey: 'uuid' },
  'POST /api/media/videos/estimate': video(),
};

function brief() {
  const texts = { topic: '', audience: '', goal: '', tone: '', language: '', callToAction: '' };
  const fields = { ...texts, keywords: [''], length: 'short' };
  return { kind: 'variants', formatIds: ['x-post'], variants: 1, profileId: null, fields };
}

function image() {
  return { prompt: '', negativePrompt: '', brandText: '', model: 'demo', size: 'square', count: 1 };
}

function video() {
  return { prompt: '', model: 'demo', aspect: '16:9', seconds: 5 };
}

const KINDS = ['JSON', 'a form, a file, or nothing', 'nothing at this method'] as const;

interface Sent {
  /** What parses the body. */
  kind: (typeof KINDS)[number];
  name: string;
  method: string;
  path: string;
  cookie: string;
  body: HostileBody;
}

const sockets = tmpdir();
const socket = join(sockets, `loop-watch-${randomUUID()}`);
let inhabited: InhabitedApp;
let all: Sent[];
let bodies: BodyTaken[];

beforeAll(async () => {
  inhabited = await startInhabitedApp({ preload: WATCH, env: { LOOP_WATCH: socket } });
  const routes = await listRoutes();
  ({ bodies } = routes);
  all = await everything(routes.remix);
});

afterAll(() => inhabited?.app.stop());

/** The longest time in milliseconds that the event loop was held since the last call. */
function longestTurn(socketPath: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath }, (response) => {
      let text = '';
      response.on('data', (part) => (text += part));
      response.on('end', () => resolve(Number(text)));
    });
    asked.on('error', reject).end();
  });
}

/** The status of the answer; 0 if it was lost because the rest of the body was refused. */
function send({ method, path, cookie, body }: Omit<Sent, 'kind' | 'name'>): Promise<number> {
  const { url } = inhabited.app;
  const sent = body.make();
  const headers = {
    Cookie: cookie,
    Origin: url,
    'Content-Type': body.type,
    'Content-Length': sent.length,
    'X-File-Name': 'notes.md',
  };
  return new Promise((resolve) => {
    const asked = request(url + path, { method, headers, agent: false }, (response) => {
      const settle = () => {
        resolve(response.statusCode ?? 0);
        asked.destroy();
      };
      // An answer of the assistant can take any time.
      if (response.headers['content-type']?.includes('event-stream')) settle();
      else response.on('end', settle).on('error', settle).resume();
    });
    asked.on('error', () => resolve(0)).end(sent);
  });
}

/** The largest body that this page's form accepts. */
async function formLimit(sent: Pick<Sent, 'method' | 'path' | 'cookie'>): Promise<number> {
  for (const limit of FORM_LIMITS) {
    const make = () => Buffer.from('x='.padEnd(limit, 'x'));
    const type = 'application/x-www-form-urlencoded';
    const status = await send({ ...sent, body: { name: 'a form', type, make } });
    if (status !== 413 && status !== 0) return limit;
  }
  return Math.min(...FORM_LIMITS);
}

let turn = 0;
/** The next share of the bodies: each endpoint gets another one. */
function share(given: readonly HostileBody[], every: number): HostileBody[] {
  turn += 1;
  return given.filter((_, at) => (at + turn) % every === 0);
}

function jsonFor(route: string, taken: BodyTaken): HostileBody[] {
  const { max: limit, schema = schemaLike(SHAPES[route]) } = taken;
  return [
    ...share(hostileStructures(limit), STRUCTURES),
    ...share(hostileTexts(limit), TEXTS),
    ...fittingLists(schema, limit),
    ...share(fittingTexts(schema, limit, TEXT_LENGTHS), TEXTS),
  ];
}

function formsFor(limit: number): HostileBody[] {
  return [
    ...share(hostileForms(limit, FORM_FIELDS), STRUCTURES),
    ...share(hostileFiles(USUAL_LIMIT), TEXTS),
    ...share([...hostileStructures(limit), ...hostileTexts(limit)], TEXTS),
  ];
}

/** Every method of every route with its most expensive bodies, plus visitors' requests where sign-in is required. */
async function everything(remix: readonly RemixRoute[]): Promise<Sent[]> {
  const { owned, people, leaving } = inhabited;
  const unread = hostileStructures(USUAL_LIMIT);
  const every: Sent[] = [];
  for (const { id, path: pattern, index, action } of remix) {
    const declaration = REMIX[id];
    if (pattern === undefined || !declaration) continue;
    const values = (declaration.own ?? declaration.there)?.(owned) ?? {};
    const address = pattern
      .replace(/:(\w+)/g, (_, name: string) => values[name] ?? randomUUID())
      .replace('*', 'no-such-thing');
    const path = index ? `${address}?index` : address;
    const { change, methods = ['POST'], alsoTakes = [] } = declaration;
    const person = ENDING.has(id) ? leaving : change === 'admin' ? people.admin : people.user;
    for (const method of METHODS) {
      const route = `${method} ${pattern}`;
      const add = (
        kind: Sent['kind'],
        who: string,
        cookie: string,
        given: readonly HostileBody[],
      ) => {
        for (const body of given) {
          const name = `${route} with ${body.name} as ${who}`;
          every.push({ kind, name, method, path, cookie, body });
        }
      };
      turn += 1;
      const one = [unread[turn % unread.length]!];
      if (!action || ![...methods, ...alsoTakes].includes(method)) {
        add('nothing at this method', 'a visitor', '', one);
        continue;
      }
      const cookie = person.cookie();
      const taken = bodies.find((each) => each.method === method && each.path === pattern);
      const given = taken
        ? jsonFor(route, taken)
        : formsFor(await formLimit({ method, path, cookie }));
      const kind = taken ? 'JSON' : 'a form, a file, or nothing';
      add(kind, 'a visitor', '', change === 'public' ? given : one);
      add(kind, 'a user', cookie, given);
    }
  }
  // Deletions come last.
  return every.sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
}

it('measures how long the event loop was held', async () => {
  const other = join(sockets, `loop-watch-${randomUUID()}`);
  const hold = `setTimeout(() => { while (process.threadCpuUsage().user < 500_000); }, 500)`;
  const child = spawn(NODE, ['--import', WATCH, '--eval', `${hold}; setInterval(() => {}, 9e5)`], {
    env: { ...process.env, LOOP_WATCH: other },
  });
  try {
    await vi.waitFor(async () => expect(await longestTurn(other)).toBeGreaterThan(MAX_MS));
    expect(await longestTurn(other)).toBeLessThan(MAX_MS);
  } finally {
    child.kill('SIGKILL');
  }
});

it('knows a valid body for every endpoint that takes one', () => {
  const unknown = bodies
    .filter(({ method, path, schema }) => !schema && !(`${method} ${path}` in SHAPES))
    .map(({ method, path }) => `${method} ${path}`);
  expect(unknown).toEqual([]);
});

const statuses = new Set<number>();

it('refuses JSON that is a byte longer than its endpoint takes', async () => {
  const taken: string[] = [];
  const sizes = new Map(bodies.map(({ method, path, max }) => [`${method} ${path}`, max]));
  const seen = new Set<string>();
  for (const sent of all) {
    const route = sent.name.split(' with ', 1)[0]!;
    const max = sizes.get(route);
    // Messages have a limit and an answer of their own.
    if (sent.kind !== 'JSON' || sent.cookie === '' || !max || max > USUAL_LIMIT || seen.has(route))
      continue;
    seen.add(route);
    const make = () => Buffer.alloc(max + 1, ' ');
    const body = { name: 'a byte too many', type: 'application/json', make };
    const status = await send({ ...sent, body });
    if (status !== 413) taken.push(`${status}: ${route}`);
  }
  expect(seen.size).toBeGreaterThan(30);
  expect(taken).toEqual([]);
});

it.each(KINDS)('holds the event loop for at most 50 ms for any body read as %s', async (kind) => {
  const slow: string[] = [];
  for (const sent of all.filter((each) => each.kind === kind)) {
    let least = Infinity;
    for (let tries = 0; tries < TRIES && least > MAX_MS; tries += 1) {
      statuses.add(await send(sent));
      least = Math.min(least, await longestTurn(socket));
    }
    if (least > MAX_MS) slow.push(`${Math.round(least)} ms: ${sent.name}`);
  }
  expect(slow).toEqual([]);
});

it('has sent bodies that were accepted and refused, all to one process that is still running', () => {
  for (const status of [200, 400, 401, 404, 405, 413]) expect([...statuses]).toContain(status);
  expect(new Set(all.map(({ kind }) => kind)).size).toBe(KINDS.length);
  expect(inhabited.app.child.exitCode).toBeNull();
  expect(inhabited.app.log()).not.toContain('because of an unexpected error');
});
