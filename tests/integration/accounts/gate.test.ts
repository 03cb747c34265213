import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { authenticate, markVerified } from '~/features/accounts/index.server';
import { env } from '~/settings/env.server';
import type { SignupMode } from '~/settings/values';
import { serveNode } from '~/http/node-mount.server';
import { start } from '~/lifecycle.server';
import { stopHub } from '~/engine/events/index.server';
import * as shell from '~/features/site/shell/routes/app-layout';
import * as chat from '~/features/chat/page/routes/chat-layout';
import * as admin from '~/features/admin/overview/routes/admin-layout';
import * as settings from '~/features/site/settings/routes/settings-page';
import * as answers from '~/features/chat/answers/routes/answers';
import * as conversations from '~/features/chat/conversations/routes/conversations';
import * as generations from '~/engine/generation/routes/generations';
import * as verification from '~/features/accounts/email-address/routes/verification';
import * as login from '~/features/accounts/sessions/routes/sign-in-page';
import * as logout from '~/features/accounts/sessions/routes/sign-out';
import * as signup from '~/features/accounts/sign-up/routes/sign-up-page';
import * as home from '~/features/site/shell/routes/home';

import { createUser, signInCookie, type TestUser } from '../../factories/users';
import { get, outcome, post } from '../../harness/route-calls';
import { emptyTables } from '../setup/empty-tables.ts';

const VERIFY_FIRST = 'Confirm your email first.';

const before = { ...env() };
let user: TestUser;
let cookie: string;
beforeEach(async () => {
  await emptyTables('rate_limits', 'users');
  user = await createUser({ isAdmin: true });
  cookie = await signInCookie(user);
});
afterEach(() => Object.assign(env(), before));

const domains: SignupMode = { kind: 'domains', domains: ['example.com'] };

describe.each([
  ['REQUIRE_VERIFIED_EMAIL=true', { REQUIRE_VERIFIED_EMAIL: true }],
  ['SIGNUP=domains', { SIGNUP: domains }],
])('with %s, a person whose email address is not verified', (_setting, setting) => {
  beforeEach(() => void Object.assign(env(), setting));

  test.each([
    ['/ai-lab', shell.loader],
    ['/ai-lab', chat.loader],
    ['/admin', admin.loader],
    ['/settings?tab=account', settings.loader],
  ])(
    'is redirected from %s to the page about verification, which leads back',
    async (path, loader) => {
      const answer = await outcome(Promise.resolve(loader(get(path, { cookie }))));
      expect([answer.status, answer.location]).toEqual([
        302,
        `/auth/verify?redirectTo=${encodeURIComponent(path)}`,
      ]);
    },
  );

  test('is redirected from the sign-in pages to the app, and not in circles', async () => {
    for (const loader of [login.loader, signup.loader, home.loader]) {
      const answer = await outcome(loader(get('/auth/x', { cookie })));
      expect(answer.location).toBe('/ai-lab');
    }
  });

  test('gets 403 from APIs, but can request a link', async () => {
    for (const work of [
      conversations.loader(get('/api/conversations', { cookie })),
      conversations.action(post('/api/conversations', {}, { cookie })),
    ]) {
      const answer = await work;
      expect([answer.status, await answer.json()]).toEqual([403, { error: VERIFY_FIRST }]);
    }
    const request = post('/api/account/verification', {}, { cookie });
    expect((await verification.action(request)).status).toBe(200);
  });

  test('can sign out', async () => {
    const answer = await outcome(logout.action(post('/auth/logout', {}, { cookie })));
    expect(answer.location).toBe('/auth/login');
  });

  test('is let in everywhere once it is verified', async () => {
    expect(await authenticate(cookie)).toBeNull();
    await markVerified(user.id);
    expect((await authenticate(cookie))!.user.id).toBe(user.id);
    expect(await settings.loader(get('/settings', { cookie }))).not.toBeInstanceOf(Response);
    expect((await conversations.loader(get('/api/conversations', { cookie }))).status).toBe(200);
  });
});

test('without the gate, no one is kept out', async () => {
  expect((await authenticate(cookie))!.user.emailVerified).toBe(false);
  expect((await conversations.loader(get('/api/conversations', { cookie }))).status).toBe(200);
});

test('streams and sockets, which don’t pass through Remix, also refuse until the address is verified', async () => {
  Object.assign(env(), { REQUIRE_VERIFIED_EMAIL: true });
  const server = createServer((request, response) => {
    const { loader } = request.method === 'POST' ? answers : generations;
    const id = request.url?.split('/').at(-1) ?? '';
    serveNode(loader.endpoints[0]!, Object.assign(request, { params: { id } }), response);
  });
  await start({ httpServer: server, soleProcess: true, jobs: false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const requests = () =>
    Promise.all([
      fetch(`${url}/api/chat/messages`, { method: 'POST', headers: { cookie }, body: '{}' }),
      fetch(`${url}/api/generations/${user.id}`, { headers: { cookie } }),
    ]);

  for (const answer of await requests()) {
    expect([answer.status, await answer.json()]).toEqual([403, { error: VERIFY_FIRST }]);
  }
  expect(await connect(url)).toBe('unauthenticated');
  await markVerified(user.id);
  expect((await requests()).map(({ status }) => status)).toEqual([400, 404]);
  expect(await connect(url)).toBe('connected');
  await stopHub();
});

/** The result of a socket’s handshake with the cookie. */
async function connect(url: string): Promise<string> {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { cookie },
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  socket.once('connect', () => resolve('connected'));
  socket.once('connect_error', ({ message }) => resolve(message));
  const outcome = await promise;
  socket.disconnect();
  return outcome;
}
