import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { authenticate, onSessionEnded } from '~/features/accounts/index.server';
import { changePassword } from '~/features/accounts/passwords/change-password.server';
import { signIn } from '~/features/accounts/sessions/sign-in.server';
import { FIELD_TEXTS } from '~/features/accounts/texts';
import type { SessionEnded } from '~/features/accounts/sessions/session-events.server';
import { prisma, sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import * as route from '~/features/accounts/settings/routes/account';

import { createUser, PASSWORD, signInCookie, type TestUser } from '../../factories/users';
import { dropAccountEmails, queuedAccountEmails } from '../../harness/account-emails';
import { outcome, post } from '../../harness/route-calls';
import { emptyTables } from '../setup/empty-tables.ts';

const NEW = 'another fine password';
const client = { address: '203.0.113.7', userAgent: null, secure: false };

let user: TestUser;
let cookie: string;
beforeEach(async () => {
  await emptyTables('rate_limits', 'users');
  await dropAccountEmails();
  user = await createUser({ email: 'ada@example.com' });
  cookie = await signInCookie(user);
});

const change = (currentPassword: string, newPassword: string, sent: object = { cookie }) =>
  outcome(route.action(post('/api/account/password', { currentPassword, newPassword }, sent)));
const opens = (password: string) => signIn({ email: user.email, password, timeZone: null }, client);

describe('changing the password', () => {
  test('lets the new password open the account, and no longer the old one', async () => {
    const { status, done } = await change(PASSWORD, NEW);
    expect([status, done]).toEqual([
      200,
      'Your password was changed. Your other devices are signed out.',
    ]);
    await opens(NEW);
    await expect(opens(PASSWORD)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('ends all other sessions and their sockets, and makes this one a recent login', async () => {
    const others = [await signInCookie(user), await signInCookie(user)];
    const ids = await Promise.all(others.map(async (of) => (await authenticate(of))!.sessionId));
    const stranger = await signInCookie(await createUser());
    await sql.query(`UPDATE sessions SET authenticated_at = now() - interval '1 hour'`);
    const ended: SessionEnded[] = [];
    onTestFinished(onSessionEnded((event) => void ended.push(event)));

    await change(PASSWORD, NEW);
    for (const other of others) expect(await authenticate(other)).toBeNull();
    const { authenticatedAt } = (await authenticate(cookie))!;
    expect(Date.now() - authenticatedAt.getTime()).toBeLessThan(60_000);
    expect(await authenticate(stranger)).not.toBeNull();
    expect(ended.map(({ sessionId }) => sessionId).sort()).toEqual(ids.sort());
    expect(new Set(ended.map(({ userId }) => userId))).toEqual(new Set([user.id]));
  });

  test('sends the person an email, without the password', async () => {
    await change(PASSWORD, NEW);
    expect(await queuedAccountEmails()).toEqual([
      { kind: 'password-changed', email: 'ada@example.com' },
    ]);
  });

  test('ends the links that were requested before', async () => {
    await sql.query(
      `INSERT INTO action_codes (id, user_id, purpose, email, expires_at)
       SELECT purpose, $1::uuid, purpose::action_code_purpose, 'ada@example.com', now() + interval '1 day'
         FROM unnest(ARRAY['verify_email', 'reset_password', 'change_email']) AS purpose`,
      [user.id],
    );
    await change(PASSWORD, NEW);
    const open = await prisma.actionCode.findMany({ where: { usedAt: null } });
    expect(open.map(({ purpose }) => purpose)).toEqual(['verify_email']);
  });

  test('refuses a wrong current password at its field, and changes nothing', async () => {
    const other = await signInCookie(user);
    const { status, form, text } = await change('not it', NEW);
    expect([status, form!.error]).toEqual([
      400,
      { currentPassword: ['That’s not your password. Try again.'] },
    ]);
    expect(text).not.toContain(NEW);
    expect(text).not.toContain('not it');
    await opens(PASSWORD);
    expect(await authenticate(other)).not.toBeNull();
    expect(await queuedAccountEmails()).toEqual([]);
  });

  test('checks the policy, and refuses both fields if they are empty', async () => {
    env().PASSWORD_REQUIRE = ['digit'];
    onTestFinished(() => void (env().PASSWORD_REQUIRE = []));
    expect((await change(PASSWORD, 'nodigits')).form!.error).toEqual({
      newPassword: ['Include a digit'],
    });
    expect((await change(PASSWORD, 'letmein1')).form!.error).toEqual({
      newPassword: [FIELD_TEXTS.passwordCommon],
    });
    expect((await change('', '')).form!.error).toEqual({
      currentPassword: ['Please enter your current password'],
      newPassword: ['Please choose a new password'],
    });
  });

  test('limits guesses for each session separately', async () => {
    const other = await signInCookie(user);
    for (let guess = 0; guess < 10; guess += 1) expect((await change('no', NEW)).status).toBe(400);
    const { status, form } = await change(PASSWORD, NEW);
    expect([status, Object.keys(form!.error!)]).toEqual([429, ['']]);
    // Another session has its own counter.
    expect((await change(PASSWORD, NEW, { cookie: other })).status).toBe(200);
  });

  test('succeeds on one of two devices that change it at once, and signs the other one out', async () => {
    const cookies = [cookie, await signInCookie(user)];
    const outcomes = await Promise.all(
      cookies.map((of, index) => change(PASSWORD, `password number ${index}`, { cookie: of })),
    );
    const statuses = outcomes.map(({ status }) => status);
    // The later one finds its password wrong or its session gone, depending on how far it got.
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const winner = statuses.indexOf(200);
    expect([400, 401]).toContain(statuses[1 - winner]);
    await opens(`password number ${winner}`);
    expect(await authenticate(cookies[winner])).not.toBeNull();
    expect(await authenticate(cookies[1 - winner])).toBeNull();
  });

  test('changes nothing if the session has just ended', async () => {
    const session = (await authenticate(cookie))!;
    await sql.query('DELETE FROM sessions');
    await expect(
      changePassword(session, { currentPassword: PASSWORD, newPassword: NEW }, client),
    ).rejects.toMatchObject({ code: 'unauthenticated' });
    await opens(PASSWORD);
  });

  test('answers 401 without a session', async () => {
    const { status, text } = await change(PASSWORD, NEW, {});
    expect([status, text]).toEqual([401, '{"error":"User not authenticated"}']);
  });
});
