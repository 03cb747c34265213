import { beforeEach, describe, expect, test } from 'vitest';

import { authenticate } from '~/features/accounts/index.server';
import { openSession } from '~/features/accounts/sessions/session-data.server';
import { requireRecentLogin } from '~/features/accounts/sessions/recent-login.server';
import { sql } from '~/lib/db/index.server';
import * as page from '~/features/accounts/sessions/routes/reauthenticate-page';
import { MINUTE_MS } from '~/lib/time';

import { cookieOf, createUser, PASSWORD, signInCookie, type TestUser } from '../../factories/users';
import { get, outcome, post } from '../../harness/route-calls';
import { emptyTables } from '../setup/empty-tables.ts';

let user: TestUser;
let cookie: string;
beforeEach(async () => {
  await emptyTables('rate_limits', 'users');
  user = await createUser({ email: 'ada@example.com' });
  cookie = await signInCookie(user);
});

const found = async (of = cookie) => (await authenticate(of))!;
const setBack = (minutes: number) =>
  sql.query(`UPDATE sessions SET authenticated_at = now() - make_interval(mins => $1)`, [minutes]);
const confirm = (password: string, path = '/auth/reauthenticate', sent = {}) =>
  outcome(page.action(post(path, { password }, { cookie, ...sent })));

describe('requireRecentLogin', () => {
  test('passes for ten minutes after the sign-in', async () => {
    const session = await found();
    const { authenticatedAt } = session;
    requireRecentLogin(session);
    requireRecentLogin(session, new Date(authenticatedAt.getTime() + 10 * MINUTE_MS));
    expect(() =>
      requireRecentLogin(session, new Date(authenticatedAt.getTime() + 10 * MINUTE_MS + 1)),
    ).toThrow('For your security, sign in again first.');
  });

  test('refuses an older login with 403', async () => {
    await setBack(11);
    const session = await found();
    const refused = () => requireRecentLogin(session);
    expect(refused).toThrow(expect.objectContaining({ code: 'forbidden', status: 403 }) as Error);
  });
});

describe('/auth/reauthenticate', () => {
  test('makes this session, and no other, a recent login if the password is right', async () => {
    const other = await signInCookie(user);
    await setBack(60);
    const { status, location } = await confirm(
      PASSWORD,
      '/auth/reauthenticate?redirectTo=%2Fsettings%3Ftab%3Daccount',
    );
    expect([status, location]).toEqual([302, '/settings?tab=account']);
    requireRecentLogin(await found());
    const stale = await found(other);
    expect(() => requireRecentLogin(stale)).toThrow();
  });

  test('redirects only to paths of this site', async () => {
    const { location } = await confirm(PASSWORD, '/auth/reauthenticate?redirectTo=//evil.example');
    expect(location).toBe('/ai-lab');
  });

  test('refuses a wrong password at its field, and changes nothing', async () => {
    await setBack(60);
    const { status, form } = await confirm('not it');
    expect([status, form!.error]).toEqual([
      400,
      { password: ['That’s not your password. Try again.'] },
    ]);
    expect(JSON.stringify(form)).not.toContain('not it');
    expect((await confirm('')).form!.error).toEqual({ password: ['Please enter your password'] });
    const session = await found();
    expect(() => requireRecentLogin(session)).toThrow();
  });

  test('refuses another account’s password', async () => {
    await createUser({ email: 'eve@example.com', password: 'the password of eve' });
    expect((await confirm('the password of eve')).status).toBe(400);
  });

  test('limits guesses for each session separately', async () => {
    for (let guess = 0; guess < 10; guess += 1) expect((await confirm('no')).status).toBe(400);
    const { status, headers, form } = await confirm(PASSWORD);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
    expect(form!.error!['']).toEqual([expect.stringMatching(/^Too many attempts/)]);
    const other = await signInCookie(user);
    expect((await confirm(PASSWORD, undefined, { cookie: other })).status).toBe(302);
  });

  test('sends a visitor to sign-in instead', async () => {
    const path = '/auth/reauthenticate?redirectTo=%2Fsettings%3Ftab%3Daccount';
    const target = '/auth/login?redirectTo=%2Fsettings%3Ftab%3Daccount';
    expect((await outcome(page.loader(get(path)))).location).toBe(target);
    expect((await confirm(PASSWORD, path, { cookie: undefined })).location).toBe(target);
  });

  test('shows whose password it needs', async () => {
    expect(await page.loader(get('/auth/reauthenticate?redirectTo=/profiles', { cookie }))).toEqual(
      {
        email: 'ada@example.com',
        back: '/profiles',
        needsCode: false,
        takesForm: true,
        hasPassword: true,
        issuers: '',
        passkeysAt: null,
      },
    );
  });
});

test('a session that was opened without a password counts as a recent login from its start', async () => {
  const { setCookie } = await openSession({ userId: user.id, userAgent: null, secure: false });
  requireRecentLogin(await found(cookieOf(setCookie)));
});
