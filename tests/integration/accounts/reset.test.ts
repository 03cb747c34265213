import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { authenticate, disableUser, onSessionEnded } from '~/features/accounts/index.server';
import { signIn } from '~/features/accounts/sessions/sign-in.server';
import { FIELD_TEXTS } from '~/features/accounts/texts';
import type { SessionEnded } from '~/features/accounts/sessions/session-events.server';
import { issueCode } from '~/features/accounts/email-address/action-code-data.server';
import { prisma, sql } from '~/lib/db/index.server';
import * as forgot from '~/features/accounts/passwords/routes/forgot-password-page';
import * as login from '~/features/accounts/sessions/routes/sign-in-page';
import * as reset from '~/features/accounts/passwords/routes/reset-password-page';

import { createUser, PASSWORD, signInCookie, type TestUser } from '../../factories/users';
import { dropAccountEmails, queuedAccountEmails } from '../../harness/account-emails';
import { get, outcome, post, type Sent } from '../../harness/route-calls';
import { codeIn, linkIn, sendAccountEmails } from '../../harness/sent-emails';
import { spyOnStatements } from '../../harness/statements';
import { emptyTables } from '../setup/empty-tables.ts';

const EXPIRED = 'This link has expired. Get a new one.';
const INVALID = 'This link isn’t valid or was already used. Get a new one.';
const DISABLED = 'This account is disabled. Contact your admin.';
const NEW = 'another fine password';

let user: TestUser;
beforeEach(async () => {
  await emptyTables('rate_limits', 'users');
  await dropAccountEmails();
  user = await createUser({ email: 'ada@example.com' });
});
afterEach(() => vi.restoreAllMocks());

const request = (email: string, sent: Sent = {}) =>
  outcome(forgot.action(post('/auth/forgot-password', { email }, sent)));
const open = (path: string) => outcome(reset.loader(get(path)));
const choose = (path: string, password = NEW) => outcome(reset.action(post(path, { password })));

async function emailedLink(email = user.email): Promise<string> {
  await request(email);
  return linkIn((await sendAccountEmails())[0]);
}

const opens = (password: string) =>
  signIn(
    { email: user.email, password, timeZone: null },
    { address: undefined, userAgent: null, secure: false },
  );

describe('/auth/forgot-password', () => {
  test('sends a link to the account, no matter how its address is typed', async () => {
    await request(' ADA@Example.com ');
    const [message, ...others] = await sendAccountEmails();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      to: 'ada@example.com',
      kind: 'sign-in',
      subject: 'Choose a new password for Brandwright',
    });
    expect(linkIn(message)).toMatch(/^\/auth\/reset-password\?code=/);
    expect(message!.html).toContain(linkIn(message));
  });

  test('sends nothing if there is no such account or it is disabled', async () => {
    const disabled = await createUser({ disabledAt: new Date() });
    await request('nobody@example.com');
    await request(disabled.email);
    expect(await sendAccountEmails()).toEqual([]);
    expect(await prisma.actionCode.count()).toBe(0);
  });

  test('answers the same in the same time, whether or not there is an account', async () => {
    const disabled = await createUser({ disabledAt: new Date() });
    // The first request creates the queue.
    await request('first@example.com');
    const query = spyOnStatements();
    const answers: unknown[] = [];
    for (const email of ['ada@example.com', 'nobody@example.com', disabled.email]) {
      query.mockClear();
      const { status, text, headers } = await request(email);
      const statements = query.mock.calls
        .map(([statement]) =>
          typeof statement === 'string' ? statement : (statement as { text: string }).text,
        )
        // The queue's own timer, once a minute.
        .filter((statement) => !statement.includes('pgboss.version'));
      expect(statements.join()).not.toMatch(/users|action_codes/);
      answers.push([status, text.replace(email, 'EMAIL'), [...headers], statements]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect((answers[0] as string[])[1]).toContain(
      'If there’s an account for EMAIL, ask your admin for the link.',
    );
  });

  test('stores no code with the job', async () => {
    await request(user.email);
    expect(await queuedAccountEmails()).toEqual([{ kind: 'reset', email: 'ada@example.com' }]);
    expect(await prisma.actionCode.count()).toBe(0);
  });

  test('refuses an invalid address at its field', async () => {
    const { status, form } = await request('ada@example');
    expect([status, form!.error]).toEqual([400, { email: ['Please enter a valid email address'] }]);
    expect(form!.initialValue).toEqual({ email: 'ada@example' });
    expect(await queuedAccountEmails()).toEqual([]);
  });

  test.each(['ada@example.com', 'nobody@example.com'])(
    'sends at most five emails to an address, with or without an account: %s',
    async (email) => {
      for (let time = 0; time < 5; time += 1) expect((await request(email)).status).toBe(200);
      const { status, form, headers } = await request(email);
      expect([status, form!.error]).toEqual([
        429,
        { '': ['Too many attempts. Please wait 1 hour and try again.'] },
      ]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000);
      expect(await queuedAccountEmails()).toHaveLength(5);
    },
  );

  test('limits a network address across all accounts', async () => {
    const context = { clientAddress: '203.0.113.9' };
    for (let time = 0; time < 30; time += 1) await request(`n${time}@example.com`, { context });
    expect((await request('another@example.com', { context })).status).toBe(429);
    expect((await request('another@example.com')).status).toBe(200);
  });
});

describe('/auth/reset-password', () => {
  test('shows the account’s address, and sends no referrer to other sites', async () => {
    const link = await emailedLink();
    const answer = await reset.loader(get(link));
    expect(answer).toMatchObject({ email: 'ada@example.com', policy: { min: 6 } });
    expect(reset.headers()).toEqual({ 'Referrer-Policy': 'no-referrer' });
    expect(JSON.stringify(answer)).not.toContain(
      new URL(link, 'http://x').searchParams.get('code'),
    );
  });

  test('sets the password once, and redirects to sign-in, which says so', async () => {
    const link = await emailedLink();
    const { status, location, setCookie } = await choose(link);
    expect([status, location, setCookie]).toEqual([
      302,
      '/auth/login?notice=password-changed',
      expect.stringMatching(/^brandwright_device=/),
    ]);
    expect(await login.loader(get(location!))).toMatchObject({
      notice: 'Your password was changed. Sign in with the new one.',
    });
    await opens(NEW);
    await expect(opens(PASSWORD)).rejects.toMatchObject({ code: 'invalid' });
    expect((await choose(link, 'a third password')).form!.error).toEqual({ '': [INVALID] });
    expect((await open(link)).text).toContain(INVALID);
    await opens(NEW);
  });

  test('ends all sessions and links of the person, and sends them an email', async () => {
    const cookies = [await signInCookie(user), await signInCookie(user)];
    const stranger = await signInCookie(await createUser());
    const first = await emailedLink();
    const second = await emailedLink();
    const address = await issueCode({
      userId: user.id,
      purpose: 'change_email',
      email: 'thief@example.com',
    });
    const ended: SessionEnded[] = [];
    const stop = onSessionEnded((event) => void ended.push(event));
    await choose(second);
    stop();
    for (const cookie of cookies) expect(await authenticate(cookie)).toBeNull();
    expect(await authenticate(stranger)).not.toBeNull();
    expect(ended).toEqual([{ userId: user.id }]);
    expect((await open(first)).text).toContain(INVALID);
    const codes = await prisma.actionCode.findMany({ where: { userId: user.id } });
    expect(codes.map(({ usedAt }) => usedAt)).not.toContain(null);
    expect(address).toHaveLength(43);
    const [message] = await sendAccountEmails();
    expect(message).toMatchObject({
      to: 'ada@example.com',
      subject: 'Your password was changed',
      kind: 'notice',
    });
    expect(message!.text + message!.html).not.toMatch(/code=/);
  });

  test('marks the address as verified, because the person reads its mailbox', async () => {
    await choose(await emailedLink());
    const { emailVerified, isAdmin } = await prisma.user.findUniqueOrThrow({
      where: { id: user.id },
    });
    expect([emailVerified, isAdmin]).toEqual([true, false]);
  });

  test('lets people in who had used up their guesses', async () => {
    for (let guess = 0; guess < 11; guess += 1) await opens('guess').catch(() => {});
    await expect(opens(PASSWORD)).rejects.toMatchObject({ code: 'too-many-requests' });
    await choose(await emailedLink());
    await opens(NEW);
  });

  test('refuses a password that the policy refuses, and the link stays valid', async () => {
    const link = await emailedLink();
    const { status, form } = await choose(link, 'short');
    expect([status, form!.error]).toEqual([400, { password: ['Use at least 6 characters'] }]);
    expect(JSON.stringify(form)).not.toContain('short');
    expect((await choose(link, 'letmein')).form!.error).toEqual({
      password: [FIELD_TEXTS.passwordCommon],
    });
    expect((await choose(link)).status).toBe(302);
  });

  test.each([
    ['unknown', `/auth/reset-password?code=${'A'.repeat(43)}`],
    ['missing', '/auth/reset-password'],
  ])(
    'refuses a code that is %s, both when the page opens and when the form is sent',
    async (_problem, path) => {
      for (const answer of [await open(path), await choose(path)]) {
        expect(answer.status).toBe(400);
        expect(answer.text).toContain(INVALID);
      }
    },
  );

  test('says that a link has expired, both when the page opens and when the form is sent', async () => {
    const link = await emailedLink();
    await sql.query(`UPDATE action_codes SET expires_at = now() - interval '1 second'`);
    for (const answer of [await open(link), await choose(link)]) {
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(EXPIRED);
    }
    await opens(PASSWORD);
  });

  test('tells a disabled person only through their own link, and keeps them out', async () => {
    const link = await emailedLink();
    await disableUser(user.id);
    for (const answer of [await open(link), await choose(link)]) {
      expect(answer.status).toBe(403);
      expect(answer.text).toContain(DISABLED);
    }
    expect((await open('/auth/reset-password?code=x')).text).toContain(INVALID);
    await expect(opens(PASSWORD)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('refuses the code of a link that verifies an address', async () => {
    const code = await issueCode({
      userId: user.id,
      purpose: 'verify_email',
      email: user.email,
    });
    expect((await choose(`/auth/reset-password?code=${code}`)).text).toContain(INVALID);
  });

  test('lets one of five requests that use a link at once set the password', async () => {
    const link = await emailedLink();
    const passwords = Array.from({ length: 5 }, (_, index) => `password number ${index}`);
    const answers = await Promise.all(passwords.map((password) => choose(link, password)));
    const winners = answers.flatMap(({ status }, index) => (status === 302 ? [index] : []));
    expect(winners).toHaveLength(1);
    await opens(passwords[winners[0]!]!);
  });

  test('leaves password, sessions and link unchanged if it fails', async () => {
    const link = await emailedLink();
    const cookie = await signInCookie(user);
    await sql.query(`ALTER TABLE users ADD CONSTRAINT refuse CHECK (NOT email_verified) NOT VALID`);
    try {
      await expect(choose(link)).rejects.toThrow(/refuse/);
    } finally {
      await sql.query('ALTER TABLE users DROP CONSTRAINT refuse');
    }
    expect(await authenticate(cookie)).not.toBeNull();
    await opens(PASSWORD);
    expect((await choose(link)).status).toBe(302);
  });

  test('builds the link from APP_URL, not from the request’s headers', async () => {
    await request(user.email, {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    const [message] = await sendAccountEmails();
    expect(message!.text).not.toContain('evil');
    expect(codeIn(message)).toHaveLength(43);
  });
});

test('the sign-in page shows no text from its URL', async () => {
  expect(await login.loader(get('/auth/login?notice=Call+555-1234'))).toMatchObject({
    notice: null,
  });
});
