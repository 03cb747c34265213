import {
  createRequestHandler,
  type AppLoadContext,
  type LoaderFunctionArgs,
  type ServerBuild,
} from '@remix-run/node';
import { afterEach, describe, expect, test, vi } from 'vitest';

import {
  addKeptCookies,
  endAllSessions,
  optionalUser,
  requireAdmin,
  requireUser,
} from '~/features/accounts/index.server';

import { createUser, signInCookie } from '../../factories/users';
import { spyOnStatements } from '../../harness/statements';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function request(path: string, init: RequestInit & { cookie?: string } = {}): Request {
  const headers = new Headers(init.headers);
  if (init.cookie) headers.set('cookie', init.cookie);
  return new Request(`http://localhost:3000${path}`, { ...init, headers });
}

const thrown = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('nothing was thrown'),
    (error: unknown) => error as Response,
  );

describe('requireUser', () => {
  test('returns the signed-in person', async () => {
    const user = await createUser();
    const cookie = await signInCookie(user);
    const found = await requireUser(request('/settings', { cookie }), {});
    expect(found.user).toMatchObject({ id: user.id, email: user.email, isAdmin: false });
    expect(found.sessionId).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ['/settings?tab=account', '/auth/login?redirectTo=%2Fsettings%3Ftab%3Daccount'],
    ['/ai-lab', '/auth/login'],
    ['//evil.example/x', '/auth/login'],
  ])('redirects a visitor of %s to %s', async (path, target) => {
    const answer = await thrown(requireUser(request(path), {}));
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(target);
  });

  test('answers a change by script with 401, so that the page keeps what was typed', async () => {
    const answer = await thrown(requireUser(request('/ai-lab', { method: 'POST' }), {}));
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ error: 'User not authenticated' });
  });

  test('redirects a form that was sent without JavaScript to sign-in', async () => {
    const navigation = { method: 'POST', headers: { 'sec-fetch-mode': 'navigate' } };
    const answer = await thrown(requireUser(request('/settings', navigation), {}));
    expect(answer.headers.get('location')).toBe('/auth/login?redirectTo=%2Fsettings');
  });

  test('notices at the next request that the session was ended', async () => {
    const user = await createUser();
    const cookie = await signInCookie(user);
    await requireUser(request('/settings', { cookie }), {});
    await endAllSessions(user.id);
    expect((await thrown(requireUser(request('/settings', { cookie }), {}))).status).toBe(302);
  });

  test('sends the cookie of a renewed session with the response', async () => {
    const user = await createUser();
    const cookie = await signInCookie(user);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 24 * 3600_000 });
    const setCookie = vi.fn();
    await requireUser(request('/settings', { cookie }), { setCookie });
    expect(setCookie).toHaveBeenCalledTimes(1);
    expect(setCookie.mock.calls[0]![0]).toMatch(new RegExp(`^${cookie}; .*HttpOnly`));
    await requireUser(request('/settings', { cookie }), { setCookie });
    expect(setCookie).toHaveBeenCalledTimes(1);
  });
});

test('optionalUser returns null for visitors', async () => {
  expect(await optionalUser(request('/'), {})).toBeNull();
  expect(await optionalUser(request('/'))).toBeNull();
});

describe('requireAdmin', () => {
  test('lets admins in, hides the page from other users, and redirects visitors to sign-in', async () => {
    const admin = await signInCookie(await createUser({ isAdmin: true }));
    const other = await signInCookie(await createUser());
    expect((await requireAdmin(request('/admin', { cookie: admin }), {})).user.isAdmin).toBe(true);
    expect((await thrown(requireAdmin(request('/admin', { cookie: other }), {}))).status).toBe(404);
    const visitor = await thrown(requireAdmin(request('/admin'), {}));
    expect(visitor.headers.get('location')).toBe('/auth/login?redirectTo=%2Fadmin');
  });
});

describe('a request that Remix handles', () => {
  /** Three nested routes whose loaders each require the user. */
  function handler(seen: { requests: Set<object>; signals: Set<object>; users: string[] }) {
    const loader = async ({ request, context }: LoaderFunctionArgs) => {
      seen.requests.add(request);
      seen.signals.add(request.signal);
      const { user } = await requireUser(request, context);
      seen.users.push(user.id);
      return null;
    };
    const route = (id: string, path: string, parentId?: string) => ({
      id,
      path,
      parentId,
      module: { default: () => null, loader },
    });
    const build = {
      mode: 'production',
      basename: '/',
      publicPath: '/',
      assetsBuildDirectory: 'build',
      isSpaMode: false,
      future: { v3_singleFetch: true },
      entry: { module: { default: () => new Response('page') } },
      routes: {
        root: route('root', ''),
        outer: route('outer', 'outer', 'root'),
        inner: route('inner', 'inner', 'outer'),
      },
      assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    } as unknown as ServerBuild;
    return createRequestHandler(build);
  }

  test.each(['/outer/inner', '/outer/inner.data'])(
    'to %s looks the session up once for its three loaders',
    async (path) => {
      const user = await createUser();
      const cookie = await signInCookie(user);
      const seen = { requests: new Set<object>(), signals: new Set<object>(), users: [] };
      const handle = handler(seen);
      const query = spyOnStatements();
      expect((await handle(request(path, { cookie }))).status).toBe(200);
      expect(seen.users).toEqual([user.id, user.id, user.id]);
      expect(query).toHaveBeenCalledTimes(1);
      // That is why the lookup is kept by the load context: the loaders share nothing else.
      expect(seen.requests.size).toBe(3);
      expect(seen.signals.size).toBe(3);
    },
  );

  test('by a visitor’s client navigation leads to sign-in and back to the page', async () => {
    const seen = { requests: new Set<object>(), signals: new Set<object>(), users: [] };
    const answer = await handler(seen)(request('/outer/inner.data?_routes=inner&q=1'));
    expect(await answer.text()).toContain('"/auth/login?redirectTo=%2Fouter%2Finner%3Fq%3D1"');
  });

  test('looks the session up again even if the server made the context', async () => {
    const user = await createUser();
    const cookie = await signInCookie(user);
    const seen = { requests: new Set<object>(), signals: new Set<object>(), users: [] };
    const handle = handler(seen);
    const context = (): AppLoadContext => ({ clientAddress: '203.0.113.7' });
    const query = spyOnStatements();
    await handle(request('/outer/inner', { cookie }), context());
    await handle(request('/outer/inner', { cookie }), context());
    expect(query).toHaveBeenCalledTimes(2);
    await endAllSessions(user.id);
    const answer = await handle(request('/outer/inner', { cookie }), context());
    expect(answer.headers.get('location')).toBe('/auth/login?redirectTo=%2Fouter%2Finner');
  });
});

test('a replaced cookie is sent with the page where nothing else writes headers', async () => {
  const cookie = await signInCookie(await createUser());
  const secured = new Request('https://brand.example/settings', { headers: { cookie } });
  const context = {};
  await requireUser(secured, context);
  const headers = new Headers();
  addKeptCookies(headers, context);
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-brandwright_session=/),
    expect.stringMatching(/^brandwright_session=; .*Max-Age=0/),
  ]);
});
