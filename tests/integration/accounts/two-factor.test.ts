import { beforeEach, describe, expect, test } from 'vitest';

import { runAdminCommand } from '~/features/admin/index.server';
import { authenticate, setPassword } from '~/features/accounts/index.server';
import { twoFactorState } from '~/features/accounts/two-factor/two-factor-data.server';
import {
  beginEnrollment,
  confirmEnrollment,
  disableTwoFactor,
  renewBackupCodes,
} from '~/features/accounts/two-factor/two-factor-actions.server';
import { finishSignIn } from '~/features/accounts/two-factor/finish-sign-in.server';
import { signIn } from '~/features/accounts/sessions/sign-in.server';
import { prisma, sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import * as twoFactorPage from '~/features/accounts/two-factor/routes/two-factor-page';
import * as loginPage from '~/features/accounts/sessions/routes/sign-in-page';
import * as reauthenticatePage from '~/features/accounts/sessions/routes/reauthenticate-page';
import * as twoFactorApi from '~/features/accounts/two-factor/routes/two-factor';
import type { Session } from '~/http/session';
import { DAY_MS, MINUTE_MS } from '~/lib/time';

import { codeOf, enroll, somewhere } from '../../factories/two-factor';
import { cookieOf, createUser, PASSWORD, signInCookie, type TestUser } from '../../factories/users';
import { get, outcome, post } from '../../harness/route-calls';
import { emptyTables } from '../setup/empty-tables.ts';

const WRONG = 'That code isn’t right. Check it, or wait for the next one.';
const USED = 'That code was already used. Wait for the next one.';
const NOT_BACKUP = 'That isn’t one of your unused backup codes. Check it and try again.';
const ONCE_MORE = 'That took a while. Please sign in again.';

const refused = (code: string, userMessage: string | RegExp) =>
  expect.objectContaining({
    code,
    userMessage: userMessage instanceof RegExp ? expect.stringMatching(userMessage) : userMessage,
  }) as Error;

let user: TestUser;
beforeEach(async () => {
  await emptyTables('rate_limits', 'users', 'audit_entries');
  await sql.query('DELETE FROM pgboss.job').catch(() => undefined);
  user = await createUser({ email: 'ada@example.com' });
});

const found = async (cookie: string): Promise<Session> => (await authenticate(cookie))!;
const password = () => signIn({ email: user.email, password: PASSWORD, timeZone: null }, somewhere);
/** Signs in with the password and this code. */
async function enter(code: string, now?: Date, from = somewhere) {
  const {
    setCookies: [setCookie = ''],
  } = await password();
  return finishSignIn(cookieOf(setCookie), { code, timeZone: null }, from, now);
}
const emails = async () => {
  const rows = await sql.query<{ data: { kind: string } }>(
    `SELECT data FROM pgboss.job WHERE name = 'account-mail' ORDER BY created_on`,
  );
  return rows.map(({ data }) => data.kind);
};

describe('setting up an app', () => {
  test('takes effect with the app’s first code, and ends the other sessions', async () => {
    const [cookie, other] = [await signInCookie(user), await signInCookie(user)];
    const me = await found(cookie);
    const now = new Date();
    const {
      secret,
      uri,
      picture: qrCode,
    } = await beginEnrollment(me, { code: '' }, somewhere, now);
    expect(uri).toContain(`secret=${secret}`);
    expect(qrCode.path.length).toBeGreaterThan(1_000);
    expect(await twoFactorState(user.id)).toBeNull();
    expect((await password()).needsSecondStep).toBe(false);

    await expect(confirmEnrollment(me, { code: '000000' }, somewhere, now)).rejects.toEqual(
      refused('invalid', WRONG),
    );
    const { backupCodes } = await confirmEnrollment(
      me,
      { code: ` ${codeOf(secret, now).replace(/(...)/, '$1 ')}` },
      somewhere,
      now,
    );
    expect(new Set(backupCodes).size).toBe(10);
    for (const code of backupCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect(await twoFactorState(user.id)).toMatchObject({ backupCodes: 10 });
    expect(await authenticate(cookie)).not.toBeNull();
    expect(await authenticate(other)).toBeNull();
    expect((await password()).needsSecondStep).toBe(true);
  });

  test('stores neither the secret nor the backup codes in readable form', async () => {
    const { secret, backupCodes } = await enroll(user);
    const stored = JSON.stringify([
      await prisma.twoFactor.findMany(),
      await prisma.backupCode.findMany(),
    ]);
    expect(stored).not.toContain(secret);
    for (const code of backupCodes) expect(stored).not.toContain(code.replace('-', ''));
  });

  test('needs a recent login for both steps', async () => {
    const me = await found(await signInCookie(user));
    const later = new Date(me.authenticatedAt.getTime() + 11 * MINUTE_MS);
    await expect(beginEnrollment(me, { code: '' }, somewhere, later)).rejects.toEqual(
      refused('forbidden', /sign in again first/),
    );
    const { secret } = await beginEnrollment(me, { code: '' }, somewhere);
    const code = codeOf(secret, later);
    await expect(confirmEnrollment(me, { code }, somewhere, later)).rejects.toEqual(
      refused('forbidden', /sign in again first/),
    );
  });

  test('fails if it wasn’t started, was started again elsewhere, or took half an hour', async () => {
    const me = await found(await signInCookie(user));
    const begin = () => beginEnrollment(me, { code: '' }, somewhere);
    const confirm = (secret: string) =>
      confirmEnrollment(me, { code: codeOf(secret, new Date()) }, somewhere);
    const gone = refused('conflict', /Start over/);
    await expect(confirm('A'.repeat(32))).rejects.toEqual(gone);
    const { secret: first } = await begin();
    await begin();
    await expect(confirm(first)).rejects.toEqual(refused('invalid', WRONG));
    const { secret } = await begin();
    await prisma.twoFactor.updateMany({
      data: { pendingAt: new Date(Date.now() - 31 * MINUTE_MS) },
    });
    await expect(confirm(secret)).rejects.toEqual(gone);
  });

  test('requires a code if an app is already set up, which works until the new one does', async () => {
    const now = new Date();
    const { secret: old, cookie, backupCodes } = await enroll(user, now);
    const me = await found(cookie);
    await expect(beginEnrollment(me, { code: '' }, somewhere, now)).rejects.toEqual(
      refused('invalid', WRONG),
    );
    const { secret } = await beginEnrollment(me, { code: codeOf(old, now) }, somewhere, now);
    await enter(codeOf(old, now, 1), now);
    await confirmEnrollment(me, { code: codeOf(secret, now) }, somewhere, now);
    const soon = new Date(now.getTime() + MINUTE_MS);
    await expect(enter(codeOf(old, soon), soon)).rejects.toEqual(refused('invalid', WRONG));
    await expect(enter(backupCodes[0]!, soon)).rejects.toEqual(refused('invalid', NOT_BACKUP));
    await enter(codeOf(secret, soon), soon);
  });
});

describe('signing in with two factors', () => {
  test('opens nothing with the password alone', async () => {
    await enroll(user);
    const {
      setCookies: [setCookie = ''],
    } = await password();
    expect(setCookie).toMatch(/^brandwright_second_step=.*; Path=\/auth; .*HttpOnly; SameSite=Lax/);
    expect(await authenticate(cookieOf(setCookie))).toBeNull();
    const disguised = cookieOf(setCookie).replace(/^[^=]+/, 'brandwright_session');
    expect(await authenticate(disguised)).toBeNull();
  });

  test('answers a wrong password just as it does for an unknown account', async () => {
    await enroll(user);
    const wrong = (email: string) =>
      outcome(loginPage.action(post('/auth/login', { email, password: 'no' })));
    const [on, unknown] = [await wrong(user.email), await wrong('nobody@example.com')];
    expect(on.form!.error).toEqual(unknown.form!.error);
    expect([on.status, on.setCookie]).toEqual([unknown.status, null]);
  });

  test('accepts a code of the current, the last, or the next half minute, and no other', async () => {
    const now = new Date();
    const { secret } = await enroll(user, new Date(now.getTime() - 5 * MINUTE_MS));
    for (const off of [-2, 2]) {
      await expect(enter(codeOf(secret, now, off), now)).rejects.toEqual(refused('invalid', WRONG));
    }
    for (const off of [-1, 0, 1]) {
      const { setCookies } = await enter(codeOf(secret, now, off), now);
      expect((await authenticate(cookieOf(setCookies[0]!)))!.user.id).toBe(user.id);
      expect(setCookies.at(-1)).toMatch(/^brandwright_second_step=; .*Max-Age=0/);
    }
  });

  test('accepts each code once, and no earlier one after it', async () => {
    const now = new Date();
    const { secret } = await enroll(user, new Date(now.getTime() - 5 * MINUTE_MS));
    const code = codeOf(secret, now);
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => enter(code, now)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(enter(codeOf(secret, now, -1), now)).rejects.toEqual(refused('invalid', USED));
    await enter(codeOf(secret, now, 1), now);
  });

  test('accepts each backup code once, even if it is used several times at once, and sends an email about it', async () => {
    const { backupCodes } = await enroll(user);
    const [code = '', next = ''] = backupCodes;
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => enter(code.toUpperCase().replace('-', ' '))),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(enter(code)).rejects.toEqual(refused('invalid', NOT_BACKUP));
    expect(await twoFactorState(user.id)).toMatchObject({ backupCodes: 9 });
    await enter(next);
    expect((await emails()).filter((kind) => kind === 'backup-code-used')).toHaveLength(2);
  });

  test('refuses another user’s backup codes and app', async () => {
    await enroll(user);
    const other = await createUser();
    const { secret, backupCodes } = await enroll(other);
    await expect(enter(backupCodes[0]!)).rejects.toEqual(refused('invalid', NOT_BACKUP));
    await expect(enter(codeOf(secret, new Date()))).rejects.toEqual(refused('invalid', WRONG));
  });

  test('needs the password again after ten minutes, and after the password was changed', async () => {
    const now = new Date();
    const { secret, cookie } = await enroll(user, now);
    const {
      setCookies: [setCookie = ''],
    } = await password();
    const go = (at = now) =>
      finishSignIn(
        cookieOf(setCookie),
        { code: codeOf(secret, at), timeZone: null },
        somewhere,
        at,
      );
    const expired = refused('forbidden', ONCE_MORE);
    await expect(go(new Date(Date.now() + 11 * MINUTE_MS))).rejects.toEqual(expired);
    await setPassword(user.id, 'another password');
    await expect(go()).rejects.toEqual(expired);
    await setPassword(user.id, PASSWORD);
    // The same password, with another hash.
    await expect(go()).rejects.toEqual(expired);
    expect(await authenticate(cookie)).toBeNull();
    for (const header of [null, '', 'brandwright_second_step=made.up', 'other=1']) {
      await expect(
        finishSignIn(header, { code: '123456', timeZone: null }, somewhere),
      ).rejects.toEqual(expired);
    }
  });

  test('refuses a disabled account in the second step too', async () => {
    const { secret } = await enroll(user);
    const {
      setCookies: [setCookie = ''],
    } = await password();
    await prisma.user.updateMany({ data: { disabledAt: new Date() } });
    const step = { code: codeOf(secret, new Date()), timeZone: null };
    await expect(finishSignIn(cookieOf(setCookie), step, somewhere)).rejects.toEqual(
      refused('forbidden', /^This account is disabled/),
    );
    await expect(password()).rejects.toEqual(refused('forbidden', /^This account is disabled/));
  });

  test('is still required after a password reset', async () => {
    await enroll(user);
    await setPassword(user.id, 'another password');
    const again = { email: user.email, password: 'another password', timeZone: null };
    expect((await signIn(again, somewhere)).needsSecondStep).toBe(true);
  });
});

describe('guesses at codes', () => {
  const TOO_MANY = refused('too-many-requests', /^Too many attempts\. Please wait \d+ \w+ and try/);

  /** A function that guesses a code, after the right password. */
  async function guesser() {
    const {
      setCookies: [setCookie = ''],
    } = await password();
    return () => finishSignIn(cookieOf(setCookie), { code: '000000', timeZone: null }, somewhere);
  }

  test('lock the second step for a while after ten failures, from any network address and even for the right code', async () => {
    const { secret, backupCodes } = await enroll(user);
    const guess = await guesser();
    const wrong = Array.from({ length: 12 }, () => guess());
    const codes = (await Promise.allSettled(wrong)).map(
      (attempt) => attempt.status === 'rejected' && (attempt.reason as { code: string }).code,
    );
    expect(codes.filter((code) => code === 'invalid')).toHaveLength(10);
    expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(2);
    const elsewhere = { ...somewhere, address: '2001:db8::1' };
    await expect(enter(codeOf(secret, new Date()), undefined, elsewhere)).rejects.toEqual(TOO_MANY);
    await expect(enter(backupCodes[0]!)).rejects.toEqual(TOO_MANY);
    await sql.query(`UPDATE rate_limits SET expire = 1 WHERE key NOT LIKE 'two-factor-day%'`);
    await enter(backupCodes[0]!);
  });

  test('lock the second step for the day after fifty failures', async () => {
    const { backupCodes } = await enroll(user);
    const guess = await guesser();
    for (let round = 0; round < 5; round += 1) {
      for (let time = 0; time < 10; time += 1) await guess().catch(() => {});
      await sql.query(`UPDATE rate_limits SET expire = 1 WHERE key NOT LIKE 'two-factor-day%'`);
    }
    await expect(enter(backupCodes[0]!)).rejects.toEqual(TOO_MANY);
    const [row] = await sql.query<{ expire: string }>(
      `SELECT expire FROM rate_limits WHERE key LIKE 'two-factor-day%'`,
    );
    expect(Number(row!.expire)).toBeLessThanOrEqual(Date.now() + DAY_MS);
  });

  test('don’t include correct codes', async () => {
    const { secret } = await enroll(user, new Date(Date.now() - 100 * MINUTE_MS));
    for (let step = 0; step < 60; step += 1) {
      const now = new Date(Date.now() - 90 * MINUTE_MS + step * MINUTE_MS);
      const me = await found(await signInCookie(user));
      await renewBackupCodes(
        { ...me, authenticatedAt: now },
        { code: codeOf(secret, now) },
        somewhere,
        now,
      );
    }
  });
});

describe('requires a code too', () => {
  const confirm = (cookie: string, code: string) =>
    outcome(
      reauthenticatePage.action(
        post('/auth/reauthenticate', { password: PASSWORD, code }, { cookie }),
      ),
    );

  test('takes a code too', async () => {
    const { secret, cookie } = await enroll(user);
    await sql.query(`UPDATE sessions SET authenticated_at = now() - interval '1 hour'`);
    expect((await confirm(cookie, '')).form!.error).toEqual({ code: ['Please enter the code'] });
    const wrong = await confirm(cookie, '000000');
    expect([wrong.status, wrong.form!.error]).toEqual([400, { code: [WRONG] }]);
    expect(wrong.text).not.toContain('000000');
    const stale = await found(cookie);
    expect(Date.now() - stale.authenticatedAt.getTime()).toBeGreaterThan(30 * MINUTE_MS);
    expect((await confirm(cookie, codeOf(secret, new Date()))).status).toBe(302);
    const recent = await found(cookie);
    expect(Date.now() - recent.authenticatedAt.getTime()).toBeLessThan(MINUTE_MS);
  });

  test('uses up no code if the password is wrong', async () => {
    const { cookie, backupCodes } = await enroll(user);
    const { status } = await outcome(
      reauthenticatePage.action(
        post('/auth/reauthenticate', { password: 'not it', code: backupCodes[0]! }, { cookie }),
      ),
    );
    expect(status).toBe(400);
    expect(await twoFactorState(user.id)).toMatchObject({ backupCodes: 10 });
  });
});

describe('turning two-factor sign-in off, and renewing backup codes,', () => {
  test('require a code and a recent login', async () => {
    const now = new Date();
    const { secret, cookie, backupCodes } = await enroll(user, now);
    const me = await found(cookie);
    const later = new Date(me.authenticatedAt.getTime() + 11 * MINUTE_MS);
    for (const act of [disableTwoFactor, renewBackupCodes]) {
      await expect(act(me, { code: '' }, somewhere, now)).rejects.toEqual(
        refused('invalid', WRONG),
      );
      await expect(act(me, { code: codeOf(secret, later) }, somewhere, later)).rejects.toEqual(
        refused('forbidden', /sign in again first/),
      );
    }
    const { backupCodes: renewed } = await renewBackupCodes(
      me,
      { code: codeOf(secret, now) },
      somewhere,
      now,
    );
    await expect(enter(backupCodes[0]!)).rejects.toEqual(refused('invalid', NOT_BACKUP));
    await disableTwoFactor(me, { code: renewed[0]! }, somewhere, now);
    expect(await twoFactorState(user.id)).toBeNull();
    expect(await prisma.backupCode.count()).toBe(0);
    expect((await password()).needsSecondStep).toBe(false);
    const off = refused('conflict', /^Two-factor sign-in is already off/);
    await expect(disableTwoFactor(me, { code: '123456' }, somewhere)).rejects.toEqual(off);
    await expect(renewBackupCodes(me, { code: '123456' }, somewhere)).rejects.toEqual(off);
    expect(await emails()).toEqual([
      'two-factor-enabled',
      'backup-code-used',
      'two-factor-disabled',
    ]);
  });
});

describe('npm run admin -- reset-two-factor', () => {
  async function run(email: string) {
    const lines: string[] = [];
    const terminal = {
      out: (line: string) => lines.push(line),
      err: (line: string) => lines.push(line),
    };
    return { code: await runAdminCommand(['reset-two-factor', email], terminal), lines };
  }

  test('turns it off, ends the sessions, sends an email, and is recorded in the audit log', async () => {
    const { cookie } = await enroll(user);
    const pass = cookieOf((await password()).setCookies[0]!);
    expect((await run(user.email)).code).toBe(0);
    expect(await authenticate(cookie)).toBeNull();
    expect((await password()).needsSecondStep).toBe(false);
    await expect(finishSignIn(pass, { code: '123456', timeZone: null }, somewhere)).rejects.toEqual(
      refused('forbidden', ONCE_MORE),
    );
    expect(await emails()).toContain('two-factor-reset');
    const acts = await prisma.auditEntry.findMany();
    expect(acts).toMatchObject([{ action: 'reset-two-factor', actorId: null, targetId: user.id }]);
  });

  test('says so if it is off, and adds no entry to the audit log', async () => {
    expect(await run(user.email)).toEqual({
      code: 1,
      lines: ['ada@example.com has neither two-factor sign-in nor passkeys.'],
    });
    expect(await prisma.auditEntry.count()).toBe(0);
  });

  test('leaves an entry in the audit log that outlives the account', async () => {
    await enroll(user);
    await run(user.email);
    await prisma.user.deleteMany();
    expect(await prisma.auditEntry.findMany()).toMatchObject([{ targetId: null }]);
  });
});

test('after a change of ENCRYPTION_KEY, two-factor sign-in fails with an explanation and lets no one in', async () => {
  const { secret, cookie, backupCodes } = await enroll(user);
  const key = env().ENCRYPTION_KEY;
  env().ENCRYPTION_KEY = 'quite another key, of thirty-two characters';
  try {
    const unreadable = refused('unavailable', /can’t be checked right now/);
    await expect(enter(codeOf(secret, new Date()))).rejects.toEqual(unreadable);
    await expect(enter(backupCodes[0]!)).rejects.toEqual(unreadable);
    const me = await found(cookie);
    await expect(disableTwoFactor(me, { code: '123456' }, somewhere)).rejects.toEqual(unreadable);
  } finally {
    env().ENCRYPTION_KEY = key;
  }
  await enter(backupCodes[0]!);
});

describe('the pages of two-factor sign-in', () => {
  const login = (path = '/auth/login') =>
    outcome(loginPage.action(post(path, { email: user.email, password: PASSWORD })));

  test('lead from the password to the code, and then to `redirectTo`', async () => {
    const { secret } = await enroll(user);
    const first = await login('/auth/login?redirectTo=%2Fprofiles');
    const path = '/auth/two-factor?redirectTo=%2Fprofiles';
    expect([first.status, first.location]).toEqual([302, path]);
    const cookie = cookieOf(first.setCookie!);
    expect(await twoFactorPage.loader(get(path, { cookie }))).toEqual({
      email: user.email,
      signIn: '/auth/login?redirectTo=%2Fprofiles',
      hasCode: true,
      passkeysAt: null,
    });
    const wrong = await outcome(twoFactorPage.action(post(path, { code: '000000' }, { cookie })));
    expect([wrong.status, wrong.form!.error]).toEqual([400, { code: [WRONG] }]);
    const code = codeOf(secret, new Date());
    const done = await outcome(
      twoFactorPage.action(post(path, { code, timeZone: 'Asia/Tokyo' }, { cookie })),
    );
    expect([done.status, done.location]).toEqual([302, '/profiles']);
    const { user: me } = await found(cookieOf(done.headers.getSetCookie()[0]!));
    expect([me.id, me.timeZone]).toEqual([user.id, 'Asia/Tokyo']);
  });

  test('lead back to the password if it wasn’t given, and say why', async () => {
    const path = '/auth/two-factor?redirectTo=%2Fprofiles';
    const target = '/auth/login?redirectTo=%2Fprofiles';
    expect((await outcome(twoFactorPage.loader(get(path)))).location).toBe(target);
    const { location } = await outcome(twoFactorPage.action(post(path, { code: '123456' })));
    expect(location).toBe(`${target}&notice=once-more`);
    expect(await loginPage.loader(get(location!))).toMatchObject({ notice: ONCE_MORE });
  });

  test('have an API for the settings that answers in words, and says when a recent login is needed', async () => {
    const cookie = await signInCookie(user);
    const call = async (method: string, body: unknown) => {
      const request = new Request('http://localhost:3000/api/account/two-factor', {
        method,
        headers: { cookie },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      const answer = await twoFactorApi.action({ request, context: {}, params: {} });
      expect(answer.headers.get('cache-control')).toContain('no-store');
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const { status, body } = await call('POST', 'not JSON');
    expect([status, Object.keys(body).sort()]).toEqual([200, ['picture', 'secret', 'uri']]);
    expect((await call('PUT', { code: 'x' })).body).toEqual({ error: WRONG });
    expect((await call('PUT', { code: 5 })).status).toBe(400);
    expect((await call('PATCH', {})).status).toBe(405);
    await sql.query(`UPDATE sessions SET authenticated_at = now() - interval '1 hour'`);
    expect(await call('POST', {})).toMatchObject({ status: 403, body: { confirm: true } });
  });
});
