import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { authenticate, disableUser, onSessionEnded } from '~/features/accounts/index.server';
import { signIn } from '~/features/accounts/sessions/sign-in.server';
import type { SessionEnded } from '~/features/accounts/sessions/session-events.server';
import { issueCode } from '~/features/accounts/email/action-code-data.server';
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

const EXPIRED = 'This link has expired. Please ask for a new one.';
const INVALID = 'This link is not valid, or it was used already. Please ask for a new one.';
const DISABLED = 'This account is disabled. Please contact whoever runs this site.';
const NEW = 'another fine password';

let user: TestUser;
beforeEach(async () => {
  await emptyTables('rate_limits', 'users');
  await dropAccountEmails();
  user = await createUser({ email: 'ada@example.com' });
});
afterEach(() => vi.restoreAllMocks());

const ask = (email: string, sent: Sent = {}) =>
  outcome(forgot.action(post('/auth/forgot-password', { email }, sent)));
const open = (path: string) => outcome(reset.loader(get(path)));
const choose = (path: string, password = NEW) => outcome(reset.action(post(path, { password })));

async function emailedLink(email = user.email): Promise<string> {
  await ask(email);
  return linkIn((await sendAccountEmails())[0]);
}

const opens = (password: string) =>
  signIn(
    { email: user.email, password, timeZone: null },
    { address: undefined, userAgent: null, secure: false },
  );

describe('/auth/forgot-password', () => {
  test('sends a link to who has an account, however the address is typed', async () => {
    await ask(' ADA@Example.com ');
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

  test('sends nothing to strangers and disabled people', async () => {
    const disabled = await createUser({ disabledAt: new Date() });
    await ask('nobody@example.com');
    await ask(disabled.email);
    expect(await sendAccountEmails()).toEqual([]);
    expect(await prisma.actionCode.count()).toBe(0);
  });

  test('answers and does the same for the one as for the other: no text and no time tells', async () => {
    const disabled = await createUser({ disabledAt: new Date() });
    // The first one readies the queue.
    await ask('first@example.com');
    const query = spyOnStatements();
    const told: unknown[] = [];
    for (const email of ['ada@example.com', 'nobody@example.com', disabled.email]) {
      query.mockClear();
      const { status, text, headers } = await ask(email);
      const statements = query.mock.calls.map(([statement]) =>
        typeof statement === 'string' ? statement : (statement as { text: string }).text,
      );
      expect(statements.join()).not.toMatch(/users|action_codes/);
      told.push([status, text.replace(email, 'EMAIL'), [...headers], statements]);
    }
    expect(told[1]).toEqual(told[0]);
    expect(told[2]).toEqual(told[0]);
    expect((told[0] as string[])[1]).toContain(
      'If there is an account for EMAIL, we have sent a link to it.',
    );
  });

  test('keeps no code, and nothing that opens anything, with the job', async () => {
    await ask(user.email);
    expect(await queuedAccountEmails()).toEqual([{ kind: 'reset', email: 'ada@example.com' }]);
    expect(await prisma.actionCode.count()).toBe(0);
  });

  test('says at the field what is wrong with an address', async () => {
    const { status, form } = await ask('ada@example');
    expect([status, form!.error]).toEqual([400, { email: ['Please enter a valid email address'] }]);
    expect(form!.initialValue).toEqual({ email: 'ada@example' });
    expect(await queuedAccountEmails()).toEqual([]);
  });

  test.each(['ada@example.com', 'nobody@example.com'])(
    'floods nobody, account or not: %s',
    async (email) => {
      for (let time = 0; time < 5; time += 1) expect((await ask(email)).status).toBe(200);
      const { status, form, headers } = await ask(email);
      expect([status, form!.error]).toEqual([
        429,
        { '': ['Too many attempts. Please wait 1 hour and try again.'] },
      ]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000);
      expect(await queuedAccountEmails()).toHaveLength(5);
    },
  );

  test('limits an address over all accounts', async () => {
    const context = { clientAddress: '203.0.113.9' };
    for (let time = 0; time < 30; time += 1) await ask(`n${time}@example.com`, { context });
    expect((await ask('another@example.com', { context })).status).toBe(429);
    expect((await ask('another@example.com')).status).toBe(200);
  });
});

describe('/auth/reset-password', () => {
  test('shows whose password it is, and says nothing to other sites of where it was', async () => {
    const link = await emailedLink();
    const answer = await reset.loader(get(link));
    expect(answer).toMatchObject({ email: 'ada@example.com', policy: { min: 6 } });
    expect(reset.headers()).toEqual({ 'Referrer-Policy': 'no-referrer' });
    expect(JSON.stringify(answer)).not.toContain(
      new URL(link, 'http://x').searchParams.get('code'),
    );
  });

  test('sets the password once, and leads to sign-in, which says so', async () => {
    const link = await emailedLink();
    const { status, location, setCookie } = await choose(link);
    expect([status, location, setCookie]).toEqual([
      302,
      '/auth/login?notice=password-changed',
      expect.stringMatching(/^brandwright_device=/),
    ]);
    expect(await login.loader(get(location!))).toMatchObject({
      notice: 'Your password was changed. Please sign in with the new one.',
    });
    await opens(NEW);
    await expect(opens(PASSWORD)).rejects.toMatchObject({ code: 'invalid' });
    expect((await choose(link, 'a third password')).form!.error).toEqual({ '': [INVALID] });
    expect((await open(link)).text).toContain(INVALID);
    await opens(NEW);
  });

  test('ends all sessions and all of the person’s links, and tells them', async () => {
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

  test('counts the address as verified: who reads its mail has it', async () => {
    await choose(await emailedLink());
    const { emailVerified, isAdmin } = await prisma.user.findUniqueOrThrow({
      where: { id: user.id },
    });
    expect([emailVerified, isAdmin]).toEqual([true, false]);
  });

  test('lets in who guessed until no more guesses were taken', async () => {
    for (let guess = 0; guess < 11; guess += 1) await opens('guess').catch(() => {});
    await expect(opens(PASSWORD)).rejects.toMatchObject({ code: 'too-many-requests' });
    await choose(await emailedLink());
    await opens(NEW);
  });

  test('asks for a password that the policy accepts, and the link stays good', async () => {
    const link = await emailedLink();
    const { status, form } = await choose(link, 'short');
    expect([status, form!.error]).toEqual([
      400,
      { password: ['Please use at least 6 characters'] },
    ]);
    expect(JSON.stringify(form)).not.toContain('short');
    expect((await choose(link)).status).toBe(302);
  });

  test.each([
    ['used or unknown', () => {}, `/auth/reset-password?code=${'A'.repeat(43)}`, INVALID],
    ['missing', () => {}, '/auth/reset-password', INVALID],
  ])('a code that is %s is answered so, in both steps', async (_what, _prepare, path, text) => {
    for (const answer of [await open(path), await choose(path)]) {
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(text);
    }
  });

  test('an expired link says so, in both steps', async () => {
    const link = await emailedLink();
    await sql.query(`UPDATE action_codes SET expires_at = now() - interval '1 second'`);
    for (const answer of [await open(link), await choose(link)]) {
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(EXPIRED);
    }
    await opens(PASSWORD);
  });

  test('somebody disabled reads that after their own link only, and stays out', async () => {
    const link = await emailedLink();
    await disableUser(user.id);
    for (const answer of [await open(link), await choose(link)]) {
      expect(answer.status).toBe(403);
      expect(answer.text).toContain(DISABLED);
    }
    expect((await open('/auth/reset-password?code=x')).text).toContain(INVALID);
    await expect(opens(PASSWORD)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('a link to verify is none to reset', async () => {
    const code = await issueCode({
      userId: user.id,
      purpose: 'verify_email',
      email: user.email,
    });
    expect((await choose(`/auth/reset-password?code=${code}`)).text).toContain(INVALID);
  });

  test('of five that use a link at once, one sets the password', async () => {
    const link = await emailedLink();
    const passwords = Array.from({ length: 5 }, (_, index) => `password number ${index}`);
    const answers = await Promise.all(passwords.map((password) => choose(link, password)));
    const won = answers.flatMap(({ status }, index) => (status === 302 ? [index] : []));
    expect(won).toHaveLength(1);
    await opens(passwords[won[0]!]!);
  });

  test('a failure on the way leaves password, sessions and link as they were', async () => {
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

  test('the address of the link is the operator’s, whatever the request claims', async () => {
    await ask(user.email, {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    const [message] = await sendAccountEmails();
    expect(message!.text).not.toContain('evil');
    expect(codeIn(message)).toHaveLength(43);
  });
});

test('the sign-in page says nothing that somebody else wrote into its address', async () => {
  expect(await login.loader(get('/auth/login?notice=Call+555-1234'))).toMatchObject({
    notice: null,
  });
});
