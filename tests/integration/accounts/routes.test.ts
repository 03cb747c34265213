import type { SubmissionResult } from '@conform-to/react';
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { authenticate } from '~/features/accounts/index.server';
import { pool, prisma } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { limitAddress } from '~/http/rate-limit.server';
import * as login from '~/features/accounts/sessions/routes/sign-in-page';
import * as logout from '~/features/accounts/sessions/routes/sign-out';
import * as signup from '~/features/accounts/sign-up/routes/sign-up-page';
import { FIELD_TEXTS } from '~/features/accounts/texts';
import * as oldLogin from '~/features/site/shell/routes/login';

import { cookieOf, createUser, PASSWORD, signInCookie } from '../../factories/users';
import { emptyTables } from '../setup/empty-tables.ts';

const before = { PASSWORD_MAX: undefined, ...env() };
beforeEach(() => emptyTables('rate_limits', 'users'));
afterEach(() => {
  Object.assign(env(), before);
  vi.restoreAllMocks();
});

const ORIGIN = 'http://localhost:3000';

interface Sent {
  cookie?: string;
  context?: AppLoadContext;
  headers?: Record<string, string>;
}

function argsOf(request: Request, context: AppLoadContext = {}): LoaderFunctionArgs {
  return { request, context, params: {} };
}

function get(path: string, { cookie }: Sent = {}): LoaderFunctionArgs {
  return argsOf(new Request(ORIGIN + path, { headers: cookie ? { cookie } : {} }));
}

function post(
  path: string,
  body: Record<string, string> | BodyInit,
  { cookie, context, headers = {} }: Sent = {},
): ActionFunctionArgs {
  const plain = Object.getPrototypeOf(body) === Object.prototype;
  return argsOf(
    new Request(ORIGIN + path, {
      method: 'POST',
      body: plain ? new URLSearchParams(body as Record<string, string>) : (body as BodyInit),
      headers: { ...headers, ...(cookie ? { cookie } : {}) },
    }),
    context,
  );
}

/** The answer of an action or loader, whether it was returned or thrown. */
async function outcome(work: Promise<unknown>) {
  const answer = await work.catch((error: unknown) => error);
  if (answer instanceof Response) {
    return {
      status: answer.status,
      location: answer.headers.get('location'),
      setCookie: answer.headers.get('set-cookie'),
      text: await answer.text(),
    };
  }
  const { data, init } = answer as { data: SubmissionResult; init: ResponseInit };
  return { status: init.status, form: data, headers: new Headers(init.headers) };
}

const person = {
  email: ' Grace@Example.com ',
  password: 'a fine password',
  firstName: ' Grace  Brewster ',
  lastName: 'Hopper',
  timeZone: 'America/New_York',
};

describe('/auth/signup', () => {
  test('signs up, signs in, and redirects to the first steps', async () => {
    const { status, location, setCookie } = await outcome(
      signup.action(post('/auth/signup', person)),
    );
    expect([status, location]).toEqual([302, '/welcome']);
    const found = (await authenticate(cookieOf(setCookie!)))!;
    expect(found.user).toMatchObject({
      email: 'grace@example.com',
      firstName: 'Grace Brewster',
      lastName: 'Hopper',
      isAdmin: false,
      timeZone: 'America/New_York',
    });
  });

  test('keeps what was typed except the password, and says at each field what is wrong', async () => {
    const typed = { ...person, email: 'grace@example', firstName: '  ', password: 'short' };
    const { status, form } = await outcome(signup.action(post('/auth/signup', typed)));
    expect(status).toBe(400);
    expect(form!.error).toEqual({
      email: ['Please enter a valid email address'],
      firstName: ['Please enter your first name'],
      password: ['Use at least 6 characters'],
    });
    expect(form!.initialValue).toMatchObject({ email: 'grace@example', lastName: 'Hopper' });
    expect(JSON.stringify(form)).not.toContain('short');
    expect(await prisma.user.count()).toBe(0);
  });

  test('refuses all four fields of an empty form', async () => {
    const { form } = await outcome(signup.action(post('/auth/signup', {})));
    expect(Object.keys(form!.error!).sort()).toEqual([
      'email',
      'firstName',
      'lastName',
      'password',
    ]);
  });

  test('refuses an address in use at its field, no matter in which case it is typed', async () => {
    await createUser({ email: 'grace@example.com' });
    const { status, form } = await outcome(signup.action(post('/auth/signup', person)));
    expect(status).toBe(409);
    expect(form!.error).toEqual({
      email: ['An account with this email already exists. Sign in, or use another email.'],
    });
    expect(form!.initialValue).toMatchObject({ email: ' Grace@Example.com ' });
    expect(JSON.stringify(form)).not.toContain(person.password);
  });

  test('applies the operator’s password policy', async () => {
    Object.assign(env(), { PASSWORD_MIN: 8, PASSWORD_MAX: 12, PASSWORD_REQUIRE: ['digit'] });
    const problems = async (password: string) =>
      (await outcome(signup.action(post('/auth/signup', { ...person, password })))).form?.error
        ?.password;
    expect(await problems('abcdefg')).toEqual(['Use at least 8 characters']);
    expect(await problems('abcdefghijklm')).toEqual(['Use at most 12 characters']);
    expect(await problems('abcdefgh')).toEqual(['Include a digit']);
    expect(await problems('abcdefg7')).toBeUndefined();
    expect(await signup.loader(get('/auth/signup'))).toEqual({
      policy: { min: 8, max: 12, require: ['digit'] },
      access: {},
      issuers: '',
      pitch: {
        promise: expect.stringContaining('Free to use here. No card needed.'),
        example: expect.stringMatching(/^<figure /),
      },
    });
  });

  test('refuses a password that many people use', async () => {
    const typed = { ...person, password: 'Password123' };
    const { status, form } = await outcome(signup.action(post('/auth/signup', typed)));
    expect([status, form!.error]).toEqual([400, { password: [FIELD_TEXTS.passwordCommon] }]);
    expect(JSON.stringify(form)).not.toContain('Password123');
    expect(await prisma.user.count()).toBe(0);
  });

  test('ignores all fields but those of the form, so that no one can make themselves an admin', async () => {
    const { setCookie } = await outcome(
      signup.action(
        post('/auth/signup', { ...person, isAdmin: 'true', emailVerified: 'true', id: 'x' }),
      ),
    );
    const { user } = (await authenticate(cookieOf(setCookie!)))!;
    expect(user).toMatchObject({ isAdmin: false, emailVerified: false });
  });

  test('ignores an unknown time zone', async () => {
    await outcome(signup.action(post('/auth/signup', { ...person, timeZone: 'Mars/Olympus' })));
    expect((await prisma.user.findFirstOrThrow()).timeZone).toBeNull();
  });
});

describe('/auth/login', () => {
  test('signs in and redirects to `redirectTo`', async () => {
    const user = await createUser({ email: 'ada@example.com' });
    const fields = { email: 'ADA@example.com', password: PASSWORD };
    const path = '/auth/login?redirectTo=%2Fsettings%3Ftab%3Daccount';
    const { status, location, setCookie } = await outcome(login.action(post(path, fields)));
    expect([status, location]).toEqual([302, '/settings?tab=account']);
    expect((await authenticate(cookieOf(setCookie!)))!.user.id).toBe(user.id);
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/%2fevil.example'])(
    'never redirects to %s',
    async (target) => {
      const user = await createUser();
      const path = `/auth/login?redirectTo=${encodeURIComponent(target)}`;
      const fields = { email: user.email, password: PASSWORD };
      expect((await outcome(login.action(post(path, fields)))).location).toBe('/ai-lab');
      const cookie = await signInCookie(user);
      expect((await outcome(login.loader(get(path, { cookie })))).location).toBe('/ai-lab');
    },
  );

  test('shows a refusal above the form, and keeps the address as it was typed', async () => {
    const user = await createUser();
    const { status, form } = await outcome(
      login.action(post('/auth/login', { email: user.email, password: 'wrong password' })),
    );
    expect(status).toBe(400);
    expect(form!.error).toEqual({
      '': ['That email and password don’t match an account. Check both and try again.'],
    });
    expect(form!.initialValue).toEqual({ email: user.email });
    expect(JSON.stringify(form)).not.toContain('wrong password');
  });

  test('answers too many guesses with 429 and how long to wait', async () => {
    const guess = () =>
      outcome(login.action(post('/auth/login', { email: 'ada@example.com', password: 'x' })));
    for (let time = 0; time < 10; time += 1) expect((await guess()).status).toBe(400);
    const { status, form, headers } = await guess();
    expect(status).toBe(429);
    expect(form!.error).toEqual({
      '': ['Too many attempts. Please wait 15 minutes and try again.'],
    });
    expect(Number(headers!.get('retry-after'))).toBeGreaterThan(800);
  });

  test('limits the network address that the request comes from', async () => {
    const context = { clientAddress: '203.0.113.9' };
    for (let time = 0; time < 60; time += 1) {
      await limitAddress('sign-in-address', context.clientAddress);
    }
    const fields = { email: 'another@example.com', password: 'x' };
    const again = await outcome(login.action(post('/auth/login', fields, { context })));
    expect(again.status).toBe(429);
    const elsewhere = { clientAddress: '203.0.113.10' };
    const other = await outcome(login.action(post('/auth/login', fields, { context: elsewhere })));
    expect(other.status).toBe(400);
  });

  test.each([
    [ORIGIN, false],
    ['https://brand.example', true],
  ])('sets a secure cookie for a form from %s: %s', async (origin, secure) => {
    const user = await createUser();
    const fields = { email: user.email, password: PASSWORD };
    const answer = await outcome(
      login.action(post('/auth/login', fields, { headers: { origin } })),
    );
    expect(answer.setCookie!.includes('; Secure')).toBe(secure);
  });

  test.each([
    ['a body that is no form', 'not a form at all', { 'content-type': 'application/json' }],
    [
      'a broken multipart form',
      '--x\r\nbroken',
      { 'content-type': 'multipart/form-data; boundary=x' },
    ],
    [
      'a form with crafted names',
      '__proto__[x]=1&email[a]=b&__intent__=%7B&__state__=%7B',
      {
        'content-type': 'application/x-www-form-urlencoded',
      },
    ],
  ])('answers %s like an empty form', async (_kind, body, headers) => {
    const { status, form } = await outcome(login.action(post('/auth/login', body, { headers })));
    expect(status).toBe(400);
    expect(form!.error).toEqual({
      email: ['Please enter your email'],
      password: ['Please enter your password'],
    });
    expect(JSON.stringify(form)).not.toContain('__proto__');
  });

  test('redirects people who are signed in, but not visitors', async () => {
    const cookie = await signInCookie(await createUser());
    for (const loader of [login.loader, signup.loader]) {
      const answer = await outcome(loader(get('/auth/x?redirectTo=%2Fsettings', { cookie })));
      expect(answer.location).toBe('/settings');
    }
    expect(await login.loader(get('/auth/login'))).toMatchObject({ signUp: 'open' });
  });
});

test('/login redirects to /auth/login with its query', async () => {
  const { status, location } = await outcome(
    Promise.resolve(oldLogin.loader(get('/login?redirectTo=%2Fsettings'))),
  );
  expect([status, location]).toEqual([301, '/auth/login?redirectTo=%2Fsettings']);
});

test('/login drops a query that is too long for a header', async () => {
  const search = `?redirectTo=${'[a]'.repeat(3_000)}`;
  const { status, location } = await outcome(
    Promise.resolve(oldLogin.loader(get(`/login${search}`))),
  );
  expect([status, location]).toEqual([301, '/auth/login']);
});

describe('/auth/logout', () => {
  test('ends the session on POST and redirects to sign-in', async () => {
    const cookie = await signInCookie(await createUser());
    const { status, location, setCookie } = await outcome(
      logout.action(post('/auth/logout', {}, { cookie })),
    );
    expect([status, location]).toEqual([302, '/auth/login']);
    expect(setCookie).toMatch(/^brandwright_session=; .*Max-Age=0/);
    expect(await authenticate(cookie)).toBeNull();
  });

  test.each([
    ['https', '"cache"'],
    ['http', null],
  ])('clears the browser’s cache over %s with the header %s', async (protocol, cleared) => {
    const request = new Request(`${protocol}://brand.example/auth/logout`, { method: 'POST' });
    const answer = await logout.action({ request, context: {}, params: {} });
    expect(answer.headers.get('clear-site-data')).toBe(cleared);
  });

  test('ends nothing on GET', async () => {
    const cookie = await signInCookie(await createUser());
    const { location, setCookie } = await outcome(Promise.resolve(logout.loader()));
    expect([location, setCookie]).toEqual(['/auth/login', null]);
    expect(await authenticate(cookie)).not.toBeNull();
  });

  test('says so if it fails, and the person stays signed in', async () => {
    const cookie = await signInCookie(await createUser());
    vi.spyOn(pool, 'query').mockRejectedValueOnce(new Error('connection lost') as never);
    const answer = await outcome(logout.action(post('/auth/logout', {}, { cookie })));
    expect(answer).toMatchObject({
      status: 500,
      text: 'Failed to sign out. Please try again.',
      setCookie: null,
    });
    expect(await authenticate(cookie)).not.toBeNull();
  });
});
