import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { prisma, sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import * as route from '~/features/accounts/settings/routes/account';

import { createUser, signInCookie, type TestUser } from '../../factories/users';
import { dropAccountEmails, queuedAccountEmails } from '../../harness/account-emails';
import { outcome, post } from '../../harness/route-calls';
import { emptyTables } from '../setup/empty-tables.ts';

const before = { SMTP_URL: undefined, ...env() };
let user: TestUser;
let cookie: string;
beforeEach(async () => {
  await emptyTables('rate_limits', 'users');
  await dropAccountEmails();
  user = await createUser({ email: 'ada@example.com', emailVerified: true });
  cookie = await signInCookie(user);
});
afterEach(() => Object.assign(env(), before));

const change = (email: string, sent: object = { cookie }) =>
  outcome(route.action(post('/api/account/email', { email }, sent)));

describe('changing the email address', () => {
  test('without an email service, says whom to ask for the link', async () => {
    expect((await change('ada@new.example')).done).toBe(
      'This site can’t send email yet. Ask your admin for the link that confirms ada@new.example. Your email stays ada@example.com until then.',
    );
  });

  test('sends a link to the new address, keeps the old one until then, and says so', async () => {
    Object.assign(env(), { SMTP_URL: 'smtp://localhost' });
    const { status, done } = await change(' Ada@New.example ');
    expect([status, done]).toEqual([
      200,
      'We sent a link to ada@new.example. Your email stays ada@example.com until you open it.',
    ]);
    expect(await queuedAccountEmails()).toEqual([
      { kind: 'change-email', userId: user.id, email: 'ada@new.example' },
    ]);
    expect((await prisma.user.findUniqueOrThrow({ where: { id: user.id } })).email).toBe(
      'ada@example.com',
    );
  });

  test('throws a 401 if the session has ended, which the page’s error boundary shows', async () => {
    const changing = route.action(post('/api/account/email', { email: 'ada@new.example' }));
    await expect(changing).rejects.toMatchObject({ status: 401 });
  });

  test('needs a recent login', async () => {
    await sql.query(`UPDATE sessions SET authenticated_at = now() - interval '11 minutes'`);
    const { status, form, confirm } = await change('ada@new.example');
    expect([status, confirm, form!.error]).toEqual([
      403,
      true,
      { '': ['For your security, sign in again first.'] },
    ]);
    expect(form!.initialValue).toEqual({ email: 'ada@new.example' });
    expect(await queuedAccountEmails()).toEqual([]);
  });

  test('refuses an address that is in use at its field, and sends no email', async () => {
    await createUser({ email: 'eve@example.com' });
    const { status, form, confirm } = await change('EVE@example.com');
    expect([status, confirm, form!.error]).toEqual([
      409,
      false,
      {
        email: ['An account with this email already exists. Sign in, or use another email.'],
      },
    ]);
    expect(await queuedAccountEmails()).toEqual([]);
  });

  test('reveals nothing about other accounts without a recent login', async () => {
    await createUser({ email: 'eve@example.com' });
    await sql.query(`UPDATE sessions SET authenticated_at = now() - interval '11 minutes'`);
    const taken = await change('eve@example.com');
    const free = await change('free@example.com');
    expect([taken.status, taken.form!.error]).toEqual([free.status, free.form!.error]);
  });

  test.each([
    ['', 'Please enter your new email'],
    ['ada@example', 'Please enter a valid email address'],
    [' ADA@example.com', 'This is already your email'],
  ])('refuses %j: %s', async (email, problem) => {
    const { status, form } = await change(email);
    expect([status, form!.error]).toEqual([400, { email: [problem] }]);
  });

  test('refuses addresses of other domains if accounts are limited to some', async () => {
    env().SIGNUP = { kind: 'domains', domains: ['example.com'] };
    expect((await change('ada@new.example')).form!.error).toEqual({
      email: [expect.stringContaining('You need an address at example.com')],
    });
    expect((await change('ada.byron@example.com')).status).toBe(200);
  });

  test.each([{ kind: 'closed' as const }, { kind: 'invite' as const }])(
    'works when new accounts are restricted: %j',
    async (mode) => {
      env().SIGNUP = mode;
      expect((await change('ada@new.example')).status).toBe(200);
    },
  );

  test('is limited to ten links', async () => {
    for (let time = 0; time < 10; time += 1) {
      expect((await change(`ada${time}@new.example`)).status).toBe(200);
    }
    const { status, headers } = await change('ada10@new.example');
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('reveals whether an address is in use no more often than sign-up does', async () => {
    await createUser({ email: 'eve@example.com' });
    for (let time = 0; time < 10; time += 1) {
      // Another person each time, because the address itself is limited.
      const asker = await signInCookie(await createUser());
      expect((await change('eve@example.com', { cookie: asker })).status).toBe(409);
    }
    expect((await change('eve@example.com')).status).toBe(429);
  });

  test('answers 401 without a session', async () => {
    const { status, text } = await change('ada@new.example', {});
    expect([status, text]).toEqual([401, '{"error":"User not authenticated"}']);
  });
});
