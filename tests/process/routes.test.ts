import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';

import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApp, type AppProcess } from '../harness/app-process.ts';
import { UNKNOWN_IDS, createOwned, type Call, type OwnedIds } from '../harness/owned-ids.ts';
import { NODE, REMIX, type Declaration } from '../harness/route-access.ts';
import { listRoutes, type RemixRoute, type RouteInventory } from '../harness/route-inventory.ts';
import { freePort, postgresOf, query, installedDataDir } from './setup.ts';

/** Everything else that the process serves. */
const PUBLIC_FILES = [
  '/favicon.ico',
  '/favicon.svg',
  '/pictures/bakery.svg',
  '/pictures/icon-180.png',
  '/pictures/icon-192.png',
  '/pictures/icon-512.png',
  '/pictures/icon-maskable-512.png',
  '/pictures/sample-bakery.mp4',
  '/pictures/sample-bakery.webp',
  '/pictures/sample-bicycle.mp4',
  '/pictures/sample-bicycle.webp',
  '/pictures/sample-lora.webp',
  '/robots.txt',
  '/site.webmanifest',
];

const PASSWORD = 'correct horse battery';
const PASSWORD_2 = 'another horse battery';
const METRICS_TOKEN = 'a token for this test';
const UNAUTHENTICATED = { error: 'User not authenticated' };

interface Manifest {
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

interface Person {
  name: string;
  email?: string;
  password?: string;
  cookie?: string;
  /** The status of routes that answer this person differently. */
  instead?: Record<string, number>;
  /** The app that they use, if it isn't the usual one. */
  at?: AppProcess;
}

let inventory: RouteInventory;
let app: AppProcess;
let owned: OwnedIds;
let database: string;
const visitor: Person = { name: 'a visitor' };
const user: Person = { name: 'the user' };
const stranger: Person = { name: 'another user' };
const admin: Person = { name: 'an admin' };

beforeAll(async () => {
  inventory = await listRoutes();
  const dataDir = await installedDataDir();
  app = await startApp({
    dataDir,
    port: await freePort(),
    env: { DATABASE_URL: '', RATE_LIMITS: 'false', METRICS_TOKEN },
  });
  database = postgresOf(dataDir).url;
  for (const person of [user, stranger, admin]) await signUp(person);
  await query(database, `UPDATE users SET is_admin = true WHERE email = '${admin.email}'`);
  owned = await createOwned({
    dataDir,
    owner: {
      email: user.email ?? '',
      password: PASSWORD,
      call: (path, given) => call(user, path, given),
    },
    admin: { call: (path, given) => call(admin, path, given) },
    query: (text) => query(database, text),
  });
});

afterAll(() => app?.stop());

function call(person: Person, path: string, { method = 'GET', headers, body }: Call = {}) {
  const { url } = person.at ?? app;
  return fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(person.cookie ? { Cookie: person.cookie } : {}),
      ...(method === 'GET' ? {} : { Origin: url }),
      ...headers,
    },
    body,
  });
}

/** Sends a request by any method: `fetch` can't send TRACE. */
function askBy(
  method: string,
  path: string,
  { cookie }: Person,
): Promise<{ status: number | undefined; allow: string | undefined }> {
  return new Promise((resolve, reject) => {
    const headers = { Origin: app.url, ...(cookie !== undefined && { Cookie: cookie }) };
    httpRequest(`${app.url}${path}`, { method, headers }, (response) => {
      response.resume().once('end', () => {
        resolve({ status: response.statusCode, allow: response.headers.allow });
      });
    })
      .on('error', reject)
      .end();
  });
}

async function signUp(person: Person): Promise<void> {
  person.email = `${randomUUID()}@example.com`;
  person.password = PASSWORD;
  const body = new URLSearchParams({
    email: person.email,
    password: PASSWORD,
    firstName: 'Tina',
    lastName: 'Baker',
  });
  const response = await call(person, '/auth/signup', { method: 'POST', body });
  expect(response.status).toBe(302);
  person.cookie = cookiesOf(response);
}

/** The cookies that a new device gets for the password. */
async function signInCookies({ email = '', password = '' }: Person): Promise<string> {
  const body = new URLSearchParams({ email, password });
  const response = await call(visitor, '/auth/login', { method: 'POST', body });
  expect(response.status).toBe(302);
  return cookiesOf(response);
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(';')))
    .join('; ');
}

/** The session's id outside the cookie. */
function sessionIdOf(cookie: string): string {
  return createHash('sha256')
    .update(/brandwright_session=([^;]+)/.exec(cookie)![1]!)
    .digest('hex');
}

/** Turns on two-factor sign-in. */
async function enroll(person: Person): Promise<void> {
  const send = (method: string, code: string) =>
    call(person, '/api/account/two-factor', {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code }),
    });
  const { secret } = (await (await send('POST', '')).json()) as { secret: string };
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) });
  expect((await send('PUT', code)).status).toBe(200);
}

const RULE = {
  ...{ kind: 'avoid', terms: ['Taken'], replacement: '', max: null, person: null },
  ...{ formats: [], severity: 'must', reason: '' },
};

/** A body with every field that one of the changes takes. */
const TAKEN = {
  title: 'Taken',
  update: true,
  content: 'Taken',
  clientKey: randomUUID(),
  messageId: randomUUID(),
  name: 'Taken',
  kind: 'text',
  text: 'Taken',
  version: 1,
  components: 'copy',
  componentId: null,
  values: {},
  category: 'social',
  folderId: null,
  formatId: 'x-post',
  format: null,
  about: 'Taken',
  samples: [],
  favourite: true,
  seen: true,
  caption: 'Taken',
  all: true,
  except: [],
  rightsConfirmed: true,
  rules: [RULE],
  from: RULE,
  to: RULE,
  quote: 'Taken',
  imageId: null,
  key: 'taken',
  ignored: true,
  examples: [],
  subject: `content:${randomUUID()}`,
  ids: [randomUUID()],
  decision: 'refuse',
  profileId: randomUUID(),
};

/** The route's address with the user's own ids, or with unknown ones. */
function addressOf({ path = '', id }: RemixRoute, declaration: Declaration, mine: boolean): string {
  const values = (declaration.own ?? declaration.there)?.(mine ? owned : UNKNOWN_IDS) ?? {};
  const address = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? randomUUID());
  const query = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith('?') ? [`${name.slice(1)}=${value}`] : [],
  );
  const full = query.length > 0 ? `${address}?${query.join('&')}` : address;
  return full.replace('*', `no-such-thing-${id.length}`);
}

/** A page inside this layout route. */
function within(frame: RemixRoute): RemixRoute {
  const page = inventory.remix.find(
    (route) =>
      route.within.includes(frame.id) && route.path !== undefined && !/[:*]/.test(route.path),
  );
  if (!page) throw new Error(`nothing is within ${frame.id}`);
  return page;
}

function changeAddressOf(route: RemixRoute, declaration: Declaration, mine: boolean): string {
  const query = [route.index ? 'index' : '', declaration.query ?? ''].filter(Boolean).join('&');
  return addressOf(route, declaration, mine) + (query ? `?${query}` : '');
}

function statusOf({ read, unknown, status = 200 }: Declaration): number {
  if (read === 'token') return 401;
  return unknown ? 404 : status;
}

/** The sign-in address; it doesn't name the page where people land by default. */
function signIn(path: string): string {
  return path === '/ai-lab' ? '/auth/login' : `/auth/login?redirectTo=${encodeURIComponent(path)}`;
}

async function seen(response: Response): Promise<[number, string | null]> {
  await response.arrayBuffer();
  return [response.status, response.headers.get('location')];
}

/** No cache between the app and the browser may store it. */
function expectPrivate(response: Response, label: string): void {
  const caching = response.headers.get('cache-control') ?? '';
  expect.soft(caching, `caches of ${label}`).toMatch(/\bno-store\b|^private\b/);
  expect.soft(caching, `caches of ${label}`).not.toMatch(/\bpublic\b|s-maxage/);
}

function declared(): { route: RemixRoute; declaration: Declaration; label: string }[] {
  return inventory.remix.flatMap((route) => {
    const declaration = REMIX[route.id];
    // The inventory test reports undeclared routes.
    return declaration ? [{ route, declaration, label: route.id }] : [];
  });
}

const withAddress = (routes = declared()) => routes.filter(({ route }) => route.path !== undefined);

/** Routes of one kind pass through the same code before they ask who it is. */
function oneOfEachKind(): ReturnType<typeof declared> {
  const kinds = new Map(
    declared().map((each) => {
      const { route, declaration } = each;
      const { read, change, visitor, signedIn } = declaration;
      const byNode = inventory.node.filter((one) => one.endsWith(` ${route.path}`));
      const { page, loader, path } = route;
      return [
        JSON.stringify([
          read,
          change,
          visitor,
          signedIn,
          page,
          loader,
          path === undefined,
          byNode.length,
        ]),
        each,
      ];
    }),
  );
  return [...kinds.values()];
}

describe('the list of routes', () => {
  it('declares exactly the existing Remix routes', () => {
    expect(inventory.remix.map(({ id }) => id).sort()).toEqual(Object.keys(REMIX).sort());
  });

  it('declares reading where a route has a loader, and changing where it has an action', () => {
    for (const { route, declaration, label } of declared()) {
      expect(declaration.read !== undefined, `${label} reads`).toBe(route.loader || route.page);
      expect(declaration.change !== undefined, `${label} changes`).toBe(route.action);
    }
  });

  it('declares every Node route, each with the Remix route of the same endpoint', () => {
    expect([...inventory.node].sort()).toEqual(Object.keys(NODE).sort());
    for (const [address, access] of Object.entries(NODE)) {
      const [method, path] = address.split(' ');
      const twin = inventory.remix.find((route) => route.path === path);
      const declaration = REMIX[twin?.id ?? ''];
      expect(method === 'GET' ? declaration?.read : declaration?.change, address).toBe(access);
    }
  });

  it('declares every public file', () => {
    expect(
      readdirSync('public', { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => `${parentPath.slice('public'.length)}/${name}`)
        .sort(),
    ).toEqual(PUBLIC_FILES);
  });

  it('is closed to crawlers exactly where people see their own data', () => {
    const kept = readFileSync('public/robots.txt', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('Disallow: '))
      .map((line) => line.slice('Disallow: '.length));
    for (const { route, declaration, label } of withAddress()) {
      const { path = '', within } = route;
      if (declaration.read === undefined || path === '/*') continue;
      const own = within.includes('layout /') || path.startsWith('/api/');
      expect(
        kept.some((start) => path.startsWith(start)),
        label,
      ).toBe(own);
    }
  });
});

/** Tests that hold for everyone without a session, including those who had one, at these routes. */
function testsWithoutSession(person: Person, routes: typeof declared): void {
  it('reads what is public; elsewhere is redirected to sign in, or gets a 401 in JSON', async () => {
    for (const { route, declaration, label } of withAddress(routes())) {
      if (!declaration.read) continue;
      const path = addressOf(route, declaration, true);
      const response = await call(person, path);
      if (declaration.read !== 'public') expectPrivate(response, label);
      if (declaration.read === 'public') {
        const instead = person.instead?.[label];
        const status = declaration.visitor ? expect.any(Number) : statusOf(declaration);
        expect
          .soft(await seen(response), label)
          .toEqual(instead ? [instead, null] : [status, declaration.visitor ?? null]);
      } else if (declaration.read === 'token') {
        expect.soft((await seen(response))[0], label).toBe(401);
      } else if (route.page) {
        const location = declaration.visitor ?? signIn(path);
        expect.soft(await seen(response), label).toEqual([302, location]);
      } else {
        expect
          .soft([response.status, await response.json()], label)
          .toEqual([401, UNAUTHENTICATED]);
      }
    }
  });

  it('gets nothing from a single loader', async () => {
    for (const { route, declaration, label } of routes()) {
      if (!route.loader || declaration.read === 'public') continue;
      const address = addressOf(
        route.path === undefined ? within(route) : route,
        declaration,
        true,
      );
      const query = new URLSearchParams({ _routes: route.remixId });
      const response = await call(person, `${address}.data?${query}`);
      const text = await response.text();
      if (route.page) {
        expect.soft(response.status, label).toBe(202);
        expect.soft(text, label).toContain('SingleFetchRedirect');
        expect.soft(text, label).toContain('/auth/login');
      } else {
        expect.soft(response.status, label).toBe(401);
      }
      expect(text, label).not.toContain('@example.com');
    }
  });

  it('changes nothing that isn’t public', async () => {
    for (const { route, declaration, label } of withAddress(routes())) {
      if (!declaration.change) continue;
      for (const method of declaration.methods ?? ['POST']) {
        const path = changeAddressOf(route, declaration, true);
        const response = await call(person, path, { method });
        if (declaration.change === 'public') {
          expect.soft(response.status, label).not.toBe(401);
          expect.soft(response.status, label).toBeLessThan(500);
        } else if (declaration.visitor) {
          expect.soft(await seen(response), label).toEqual([302, declaration.visitor]);
        } else if (route.page) {
          expect.soft(response.status, label).toBe(401);
        } else {
          expect
            .soft([response.status, await response.json()], label)
            .toEqual([401, UNAUTHENTICATED]);
        }
      }
    }
  });
}

describe('a visitor', () => {
  testsWithoutSession(visitor, declared);

  it('gets the files for crawlers and for installing the app', async () => {
    const robots = await call(visitor, '/robots.txt');
    expect(robots.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await robots.text()).toMatch(/^User-agent: \*\n/);
    const answer = await call(visitor, '/site.webmanifest');
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    const manifest = (await answer.json()) as Manifest;
    expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' });
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await call(visitor, src);
      expect(icon.headers.get('content-type'), src).toBe(type);
      const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata();
      expect(sizes === 'any' || sizes === `${width}x${height}`, src).toBe(true);
    }
  });

  it('gets files, but no live connection: long polling only carries the refusal', async () => {
    for (const path of PUBLIC_FILES) expect((await call(visitor, path)).status, path).toBe(200);
    const missing = await call(visitor, '/assets/no-such-file.js');
    expect(missing.status).toBe(404);

    const opened = await call(visitor, '/socket.io/?EIO=4&transport=polling');
    const { sid } = JSON.parse((await opened.text()).slice(1)) as { sid: string };
    const address = `/socket.io/?EIO=4&transport=polling&sid=${sid}`;
    expect((await call(visitor, address, { method: 'POST', body: '40' })).status).toBe(200);
    expect(await (await call(visitor, address)).text()).toBe('44{"message":"unauthenticated"}');
  });
});

describe('a signed-in user', () => {
  it('reads what is public and what is their own', async () => {
    for (const { route, declaration, label } of withAddress()) {
      if (!declaration.read) continue;
      const path = addressOf(route, declaration, true);
      const hidden = declaration.read === 'admin';
      const shown = declaration.signedIn ? expect.any(Number) : statusOf(declaration);
      const response = await call(user, path);
      if (declaration.read !== 'public') expectPrivate(response, label);
      const [got, location] = await seen(response);
      expect([got, location], label).toEqual([hidden ? 404 : shown, declaration.signedIn ?? null]);
    }
  });

  it('gets a 404 for another user’s data and for ids that don’t exist', async () => {
    const others: Person[] = [stranger, admin];
    for (const { route, declaration, label } of withAddress()) {
      if (!declaration.own) continue;
      for (const person of [...others, user]) {
        const mine = person !== user;
        const about = `${label} for ${person.name}`;
        if (declaration.read) {
          const response = await call(person, addressOf(route, declaration, mine));
          expect.soft((await seen(response))[0], about).toBe(404);
        }
        for (const method of declaration.change ? (declaration.methods ?? ['POST']) : []) {
          const response = await call(person, changeAddressOf(route, declaration, mine), {
            method,
            headers: { 'Content-Type': 'application/json' },
            body: method === 'DELETE' ? undefined : JSON.stringify(TAKEN),
          });
          expect.soft((await seen(response))[0], about).toBe(declaration.foreign ?? 404);
        }
      }
    }
  });

  it('gets a 404 for what doesn’t exist where they would be allowed to see it', async () => {
    for (const { route, declaration, label } of withAddress()) {
      if (!declaration.there) continue;
      const person = declaration.read === 'admin' ? admin : user;
      if (!declaration.read || route.id === '/api/admin/connections/:part') continue;
      const response = await call(person, addressOf(route, declaration, false));
      expect((await seen(response))[0], label).toBe(404);
    }
  });

  it('gets a 404 for an admin’s changes, even with the ids of existing rows', async () => {
    for (const { route, declaration, label } of withAddress()) {
      if (declaration.change !== 'admin') continue;
      for (const method of declaration.methods ?? ['POST']) {
        const response = await call(user, changeAddressOf(route, declaration, true), {
          method,
          headers: { 'Content-Type': 'application/json' },
          body: method === 'DELETE' ? undefined : JSON.stringify(TAKEN),
        });
        expect.soft((await seen(response))[0], `${method} ${label}`).toBe(404);
      }
    }
  });

  it('gets a 404 page with the app’s navigation and links to continue', async () => {
    for (const path of ['/no/such/page', '/wp-login.php', `/ai-lab/chat/${randomUUID()}`]) {
      const answer = await call(user, path);
      expect(answer.status, path).toBe(404);
      const text = await answer.text();
      expect(text, path).toMatch(/<title>Page not found/);
      expect(text, path).toMatch(/<h1[^>]*>Page not found<\/h1>/);
      expect(text, path).toMatch(/<a [^>]*href="\/"[^>]*>Go to the start page<\/a>/);
      expect(text, path).toMatch(/<a [^>]*href="\/ai-lab"/);
    }
    const answer = await call(user, '/api/no/such/thing');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/\.$/) });
  });

  it('gets neither admin pages nor their data unless they are an admin', async () => {
    const pages = withAddress().filter(({ declaration }) => declaration.read === 'admin');
    expect(pages).not.toEqual([]);
    for (const { route, declaration, label } of pages) {
      const path = addressOf(route, declaration, true);
      expect((await seen(await call(user, path)))[0], label).toBe(404);
      const query = new URLSearchParams({ _routes: route.remixId });
      expect((await seen(await call(user, `${path}.data?${query}`)))[0], label).toBe(404);
      // Some of these ids don't exist, which is a 404 for admins too.
      expect((await seen(await call(admin, path)))[0], label).toBe(statusOf(declaration));
    }
  });

  it('is refused without the token where one is required, and needs nothing else with it', async () => {
    const pages = withAddress().filter(({ declaration }) => declaration.read === 'token');
    expect(pages).not.toEqual([]);
    for (const { route, declaration, label } of pages) {
      const path = addressOf(route, declaration, true);
      const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
      expect((await seen(await call(admin, path)))[0], label).toBe(401);
      expect((await seen(await call(visitor, path, { headers })))[0], label).toBe(200);
    }
  });

  it('gets a 405 for a change to a page without an action', async () => {
    for (const { route, declaration, label } of withAddress()) {
      if (declaration.change || !route.page) continue;
      const path = changeAddressOf(route, declaration, true);
      for (const person of [visitor, user]) {
        const response = await call(person, path, { method: 'POST' });
        expect.soft((await seen(response))[0], `${label} for ${person.name}`).toBe(405);
      }
    }
  });

  it('gets a 405 with the allowed methods from every route for any other method', async () => {
    const known = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];
    const addresses = withAddress().map(({ route, declaration, label }) => ({
      label,
      path: addressOf(route, declaration, true),
      taken: [
        ...(declaration.read ? ['GET', 'HEAD'] : []),
        ...(declaration.change ? (declaration.methods ?? ['POST']) : []),
        ...(declaration.alsoTakes ?? []),
      ],
    }));
    const files = [...PUBLIC_FILES, '/assets/no-such-file.js', '/__manifest'];
    for (const path of files) addresses.push({ label: path, path, taken: ['GET', 'HEAD'] });
    addresses.push({ label: 'sockets', path: '/socket.io/', taken: ['GET', 'HEAD', 'POST'] });
    for (const { label, path, taken } of addresses) {
      for (const method of known.filter((each) => !taken.includes(each))) {
        for (const person of [visitor, user]) {
          const about = `${method} ${label} for ${person.name}`;
          const { status, allow } = await askBy(method, path, person);
          expect.soft(status, about).toBe(405);
          expect.soft(allow?.split(', ').sort(), about).toEqual([...taken, 'OPTIONS'].sort());
        }
      }
      const { status, allow } = await askBy('OPTIONS', path, visitor);
      expect.soft(status, `OPTIONS ${label}`).toBe(204);
      expect.soft(allow?.split(', ').sort(), label).toEqual([...taken, 'OPTIONS'].sort());
    }
  });

  it('gets no 5xx from any action for an empty request', async () => {
    for (const { route, declaration, label } of withAddress()) {
      // Signing out accepts anything.
      if (!declaration.change || declaration.own || route.id === '/auth/logout') continue;
      for (const method of declaration.methods ?? ['POST']) {
        const path = changeAddressOf(route, declaration, true);
        const response = await call(user, path, { method });
        expect.soft((await seen(response))[0], label).toBeLessThan(500);
        expect.soft(response.status, label).not.toBe(401);
      }
    }
  });
});

describe('a former admin', () => {
  it('gets nothing of the admin’s pages with a session from before', async () => {
    await query(database, `UPDATE users SET is_admin = false WHERE email = '${admin.email}'`);
    for (const { route, declaration, label } of withAddress()) {
      if (declaration.read === 'admin') {
        const path = addressOf(route, declaration, true);
        expect.soft((await seen(await call(admin, path)))[0], label).toBe(404);
      }
      if (declaration.change !== 'admin') continue;
      for (const method of declaration.methods ?? ['POST']) {
        const path = changeAddressOf(route, declaration, true);
        expect.soft((await seen(await call(admin, path, { method })))[0], label).toBe(404);
      }
    }
  });
});

/** The owner of everything, with sessions that have ended in each way; these tests come last. */
const ENDED: Record<string, Person> = {
  'signed out': { name: 'a user who signed out' },
  expired: { name: 'a user whose session expired' },
  revoked: { name: 'a user who was signed out from another device' },
  changed: { name: 'a user whose password was changed elsewhere' },
  // This page is meant for them.
  halfway: { name: 'a user who has not entered the code', instead: { '/auth/two-factor': 200 } },
  // What they shared disappears too.
  disabled: {
    name: 'a user whose account was disabled',
    instead: {
      '/shared/:id': 404,
      '/shared/:id/messages/:messageId': 404,
      '/shared/:userId/:shareId': 404,
    },
  },
};

describe.each(Object.entries(ENDED))('a user with a session that has ended (%s)', (how, person) => {
  beforeAll(async () => {
    if (how === 'halfway') {
      // There is no session yet, only the pass to the second step, which must not work as a session.
      await enroll(user);
      person.cookie = await signInCookies(user);
      expect(person.cookie).toMatch(/^brandwright_second_step=\S+$/);
      const pass = person.cookie.slice('brandwright_second_step='.length);
      person.cookie += `; brandwright_session=${pass}`;
      return;
    }
    if (how === 'disabled') {
      person.cookie = user.cookie;
      await query(database, `UPDATE users SET disabled_at = now() WHERE email = '${user.email}'`);
      return;
    }
    person.cookie = await signInCookies(user);
    expect((await seen(await call(person, '/api/conversations')))[0]).toBe(200);
    const id = sessionIdOf(person.cookie);
    switch (how) {
      case 'signed out':
        await seen(await call(person, '/auth/logout', { method: 'POST' }));
        break;
      case 'expired':
        await query(
          database,
          `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = '${id}'`,
        );
        break;
      case 'revoked': {
        const path = `/api/account/sessions/${id}`;
        expect((await seen(await call(user, path, { method: 'DELETE' })))[0]).toBe(200);
        break;
      }
      case 'changed': {
        const body = new URLSearchParams({
          currentPassword: PASSWORD,
          newPassword: PASSWORD_2,
          password: PASSWORD_2,
        });
        const changed = await call(user, '/api/account/password', { method: 'POST', body });
        expect(await changed.text()).toMatch(/changed/);
        user.password = PASSWORD_2;
        break;
      }
    }
  });

  // Those who are answered differently somewhere are refused everywhere; how sessions end is up to `authenticate`.
  testsWithoutSession(person, person.instead ? declared : oneOfEachKind);
});

describe('where email addresses have to be verified', () => {
  const newcomer: Person = { name: 'a user who has not verified their email address' };

  beforeAll(async () => {
    newcomer.at = await startApp({
      dataDir: await installedDataDir(),
      port: await freePort(),
      env: { DATABASE_URL: '', RATE_LIMITS: 'false', REQUIRE_VERIFIED_EMAIL: 'true' },
    });
    await signUp(newcomer);
  });

  afterAll(() => newcomer.at?.stop());

  it('every page and endpoint refuses a user who hasn’t verified theirs', async () => {
    for (const { route, declaration, label } of withAddress()) {
      if (declaration.read === 'user' || declaration.read === 'admin') {
        const path = addressOf(route, declaration, false);
        const response = await call(newcomer, path);
        const [status, location] = await seen(response);
        if (declaration.beforeVerified) expect(status, label).toBe(200);
        else if (!route.page) expect(status, label).toBe(403);
        else {
          const there =
            declaration.visitor ?? `/auth/verify?redirectTo=${encodeURIComponent(path)}`;
          expect.soft([status, location], label).toEqual([302, there]);
        }
      }
      if (!declaration.change || declaration.change === 'public') continue;
      for (const method of declaration.methods ?? ['POST']) {
        const response = await call(newcomer, changeAddressOf(route, declaration, false), {
          method,
        });
        const [status] = await seen(response);
        if (declaration.beforeVerified) expect(status, label).toBe(200);
        else expect(status, label).toBe(declaration.visitor ? 302 : 403);
      }
    }
  });
});
