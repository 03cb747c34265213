import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { issueCode } from '~/features/accounts/email-address/action-code-data.server';
import { queueAccountEmail } from '~/features/accounts/emails/send-account-email.server';
import {
  authenticate,
  disableUser,
  markVerified,
  onSessionEnded,
} from '~/features/accounts/index.server';
import type { SessionEnded } from '~/features/accounts/sessions/session-events.server';
import { clearFailures, insertFailure } from '~/features/email/failures/failure-data.server';
import { prisma, sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import * as api from '~/features/accounts/email-address/routes/verification';
import * as signup from '~/features/accounts/sign-up/routes/sign-up-page';
import * as verify from '~/features/accounts/email-address/routes/verify-page';

import { cookieOf, createUser, PASSWORD, signInCookie, type TestUser } from '../../factories/users';
import { dropAccountEmails, queuedAccountEmails } from '../../harness/account-emails';
import { get, outcome, post, type Sent } from '../../harness/route-calls';
import { linkIn, sendAccountEmails } from '../../harness/sent-emails';
import { emptyTables } from '../setup/empty-tables.ts';

const EXPIRED = 'This link has expired. Get a new one.';
const INVALID = 'This link isn’t valid or was already used. Get a new one.';
const TAKEN = 'An account with this email already exists. Sign in, or use another email.';
const DISABLED = 'This account is disabled. Contact your admin.';

const UNSENT = 'This site can’t send email yet. Ask your admin to confirm ada@example.com for you.';

const BOUNCE = {
  eventKey: 'bounce',
  email: 'ada@example.com',
  kind: 'hard' as const,
  reason: 'HardBounce',
  detail: '',
  subject: 'Confirm your email',
  messageId: null,
  happenedAt: new Date('2026-11-21T12:00:00Z'),
};

let user: TestUser;
beforeEach(async () => {
  await emptyTables('rate_limits', 'users', 'mail_failures');
  await dropAccountEmails();
  user = await createUser({ email: 'ada@example.com' });
});
const settings = { SMTP_URL: undefined, ...env() };
afterEach(() => {
  Object.assign(env(), settings);
  vi.restoreAllMocks();
});

async function page(path: string, sent: Sent = {}) {
  const { status, text, location } = await outcome(verify.loader(get(path, sent)));
  return { status, location, ...(location ? {} : (JSON.parse(text) as object)) };
}

async function submit(path: string, sent: Sent = {}, fields: Record<string, string> = {}) {
  const { status, text } = await outcome(verify.action(post(path, fields, sent)));
  return { status, ...(JSON.parse(text) as { state: string; text: string }) };
}

const row = (id = user.id) => prisma.user.findUniqueOrThrow({ where: { id } });

async function verifyLink(of = user): Promise<string> {
  await queueAccountEmail({ kind: 'verify', userId: of.id });
  return linkIn((await sendAccountEmails())[0]);
}

async function changeLink(email: string, of = user): Promise<string> {
  await queueAccountEmail({ kind: 'change-email', userId: of.id, email });
  return linkIn((await sendAccountEmails())[0]);
}

describe('a sign-up', () => {
  const person = {
    email: 'grace@example.com',
    password: 'a fine password',
    firstName: 'Grace',
    lastName: 'Hopper',
  };

  test('sends a link that verifies the address', async () => {
    const { setCookie } = await outcome(signup.action(post('/auth/signup', person)));
    const cookie = cookieOf(setCookie!);
    expect((await authenticate(cookie))!.user.emailVerified).toBe(false);
    const [message] = await sendAccountEmails();
    expect(message).toMatchObject({
      to: 'grace@example.com',
      subject: 'Confirm your email for Brandwright',
      kind: 'sign-in',
    });
    await submit(linkIn(message), { cookie });
    expect((await authenticate(cookie))!.user.emailVerified).toBe(true);
  });

  test('that fails sends nothing', async () => {
    await outcome(signup.action(post('/auth/signup', { ...person, email: user.email })));
    expect(await queuedAccountEmails()).toEqual([]);
    await sql.query(
      `ALTER TABLE billing_accounts ADD CONSTRAINT refuse CHECK (subscription_status <> 'trialing') NOT VALID`,
    );
    try {
      await expect(outcome(signup.action(post('/auth/signup', person)))).rejects.toThrow(/refuse/);
    } finally {
      await sql.query('ALTER TABLE billing_accounts DROP CONSTRAINT refuse');
    }
    expect(await queuedAccountEmails()).toEqual([]);
  });
});

describe('a link to verify an address', () => {
  test('changes nothing when it is only opened, as programs that scan emails do', async () => {
    const link = await verifyLink();
    for (let time = 0; time < 2; time += 1) {
      expect(await page(link)).toEqual({
        status: 200,
        location: null,
        state: 'confirm',
        kind: 'verify',
        email: 'ada@example.com',
        otherAccount: null,
        password: false,
      });
    }
    expect((await row()).emailVerified).toBe(false);
    expect(verify.headers()).toEqual({ 'Referrer-Policy': 'no-referrer' });
  });

  test('verifies the address when its button is pressed, even by a visitor', async () => {
    const link = await verifyLink();
    expect(await submit(link)).toEqual({
      status: 200,
      state: 'done',
      text: 'Thank you! ada@example.com is confirmed.',
      next: { label: 'Sign in', to: '/auth/login' },
    });
    expect((await row()).emailVerified).toBe(true);
  });

  test.each([
    ['a visitor', undefined],
    ['its owner', () => signInCookie(user)],
    ['someone else', async () => signInCookie(await createUser())],
  ])('tells %s that the address is confirmed after it was used', async (_who, signIn) => {
    const link = await verifyLink();
    const other = await verifyLink();
    await submit(link);
    const sent = { cookie: await signIn?.() };
    for (const used of [link, other]) {
      expect(await page(used, sent)).toMatchObject({
        status: 200,
        state: 'verified',
        email: 'ada@example.com',
      });
      expect(await submit(used, sent)).toMatchObject({
        status: 200,
        state: 'done',
        text: 'Thank you! ada@example.com is confirmed.',
      });
    }
  });

  test('says that the address is confirmed each time if it is confirmed several times at once', async () => {
    const link = await verifyLink();
    const answers = await Promise.all([submit(link), submit(link), submit(link)]);
    expect(answers.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  });

  test('is refused after it was used, if the account has another address or is disabled', async () => {
    const link = await verifyLink();
    await submit(link);
    const refused = { status: 400, state: 'refused', text: INVALID };
    await disableUser(user.id);
    expect(await page(link)).toMatchObject(refused);
    await sql.query('UPDATE users SET disabled_at = NULL');
    await submit(await changeLink('ada@new.example'));
    expect(await page(link)).toMatchObject(refused);
    expect(await submit(link)).toMatchObject(refused);
    expect(await page(`/auth/verify?code=${'x'.repeat(43)}`)).toMatchObject(refused);
  });

  test('works for someone who is signed in to another account, and says so', async () => {
    const link = await verifyLink();
    const other = await createUser({ email: 'eve@example.com' });
    const cookie = await signInCookie(other);
    expect(await page(link, { cookie })).toMatchObject({ otherAccount: 'eve@example.com' });
    expect(await submit(link, { cookie })).toMatchObject({ state: 'done' });
    expect([(await row()).emailVerified, (await row(other.id)).emailVerified]).toEqual([
      true,
      false,
    ]);
    expect((await authenticate(cookie))!.user.id).toBe(other.id);
  });

  test('says that it has expired, and offers its owner another one if emails are sent', async () => {
    const link = await verifyLink();
    await sql.query(`UPDATE action_codes SET expires_at = now() - interval '1 second'`);
    const refused = { status: 400, state: 'refused', text: EXPIRED };
    expect(await page(link)).toMatchObject({ ...refused, resend: false, signedIn: false });
    const cookie = await signInCookie(user);
    expect(await page(link, { cookie })).toMatchObject({
      ...refused,
      resend: false,
      signedIn: true,
    });
    Object.assign(env(), { SMTP_URL: 'smtp://localhost' });
    expect(await page(link, { cookie })).toMatchObject({ ...refused, resend: true });
    expect(await submit(link, { cookie })).toMatchObject({ ...refused, resend: true });
    expect((await row()).emailVerified).toBe(false);
  });

  test('says that its account is disabled', async () => {
    const link = await verifyLink();
    await disableUser(user.id);
    const refused = { status: 403, state: 'refused', text: DISABLED };
    expect(await page(link)).toMatchObject(refused);
    expect(await submit(link)).toMatchObject(refused);
    expect((await row()).emailVerified).toBe(false);
  });

  test('isn’t sent if the address was verified or the account deleted since', async () => {
    await queueAccountEmail({ kind: 'verify', userId: user.id });
    await markVerified(user.id);
    const gone = await createUser();
    await queueAccountEmail({ kind: 'verify', userId: gone.id });
    await prisma.user.delete({ where: { id: gone.id } });
    expect(await sendAccountEmails()).toEqual([]);
  });

  test('publishes an event to the person’s tabs', async () => {
    await submit(await verifyLink());
    const [sequence] = await sql.query<{ seq: number }>(
      'SELECT seq FROM event_sequences WHERE user_id = $1::uuid',
      [user.id],
    );
    expect(sequence!.seq).toBe(1);
  });
});

describe.each([
  ['SIGNUP=domains', { SIGNUP: { kind: 'domains' as const, domains: ['example.com'] } }],
  ['REQUIRE_VERIFIED_EMAIL=true', { REQUIRE_VERIFIED_EMAIL: true }],
])('with %s, a link', (_setting, setting) => {
  const before = { ...env() };
  beforeEach(() => void Object.assign(env(), setting));
  afterEach(() => Object.assign(env(), before));
  const NEEDED = 'Enter this account’s password to confirm its email.';

  test('lets no one in if someone confirms it who didn’t sign up', async () => {
    // Someone has signed up with another person's address, and waits for that person to confirm it.
    const attacker = await signInCookie(user);
    const link = await verifyLink();
    const visitor = {};
    const other = { cookie: await signInCookie(await createUser({ emailVerified: true })) };
    for (const sent of [visitor, other]) {
      expect(await page(link, sent)).toMatchObject({ state: 'confirm', password: true });
      expect(await submit(link, sent)).toMatchObject({
        status: 403,
        state: 'failed',
        text: NEEDED,
      });
      expect(await submit(link, sent, { password: 'a guess' })).toMatchObject({
        status: 400,
        state: 'failed',
        text: 'That’s not your password. Try again.',
      });
    }
    expect((await row()).emailVerified).toBe(false);
    expect(await authenticate(attacker)).toBeNull();
  });

  test('can be confirmed with the password on another device, which ends every session', async () => {
    const session = await signInCookie(user);
    const link = await verifyLink();
    expect(await submit(link, {}, { password: PASSWORD })).toMatchObject({
      state: 'done',
      next: { label: 'Sign in', to: '/auth/login' },
    });
    expect((await row()).emailVerified).toBe(true);
    expect(await authenticate(session)).toBeNull();
    expect(await page(link)).toMatchObject({ state: 'verified' });
  });

  test('can be confirmed by the session that signed up, which ends all others', async () => {
    const [mine, other] = [await signInCookie(user), await signInCookie(user)];
    const link = await verifyLink();
    expect(await page(link, { cookie: mine })).toMatchObject({ state: 'confirm', password: false });
    expect(await submit(link, { cookie: mine })).toMatchObject({ state: 'done' });
    expect((await authenticate(mine))!.user.emailVerified).toBe(true);
    expect(await authenticate(other)).toBeNull();
  });

  test('accepts ten guesses at the password, and stays valid', async () => {
    const link = await verifyLink();
    for (let guess = 0; guess < 10; guess += 1) await submit(link, {}, { password: 'a guess' });
    expect(await submit(link, {}, { password: PASSWORD })).toMatchObject({
      status: 429,
      state: 'failed',
      text: expect.stringMatching(/^Too many attempts/) as string,
    });
    expect(await submit(link, { cookie: await signInCookie(user) })).toMatchObject({
      state: 'done',
    });
  });

  test('to a new address needs the password or the session too', async () => {
    await markVerified(user.id);
    const session = await signInCookie(user);
    const link = await changeLink('victim@example.com');
    expect(await submit(link)).toMatchObject({ status: 403, state: 'failed', text: NEEDED });
    expect((await row()).email).toBe('ada@example.com');
    expect(await submit(link, { cookie: session })).toMatchObject({ state: 'done' });
    expect((await row()).email).toBe('victim@example.com');
  });
});

describe('a link to a new address', () => {
  test('changes the address when its button is pressed, and sends an email to the old one', async () => {
    const link = await changeLink('ada@new.example');
    expect(await page(link)).toMatchObject({ kind: 'change', email: 'ada@new.example' });
    expect((await row()).email).toBe('ada@example.com');
    expect(await submit(link)).toMatchObject({
      state: 'done',
      text: 'Thank you! Your email is now ada@new.example.',
    });
    expect(await row()).toMatchObject({ email: 'ada@new.example', emailVerified: true });
    const [message] = await sendAccountEmails();
    expect(message).toMatchObject({
      to: 'ada@example.com',
      subject: 'Your email was changed',
      kind: 'notice',
    });
    expect(message!.text).toContain('ada@new.example');
    expect(message!.text + message!.html).not.toMatch(/code=/);
  });

  test('ends all sessions except the one that confirmed it', async () => {
    const mine = await signInCookie(user);
    const other = await signInCookie(user);
    const otherId = (await authenticate(other))!.sessionId;
    const link = await changeLink('ada@new.example');
    const ended: SessionEnded[] = [];
    const stop = onSessionEnded((event) => void ended.push(event));
    await submit(link, { cookie: mine });
    stop();
    expect((await authenticate(mine))!.user.email).toBe('ada@new.example');
    expect(await authenticate(other)).toBeNull();
    expect(ended).toEqual([{ userId: user.id, sessionId: otherId }]);
  });

  test('ends all sessions if a visitor or someone else confirmed it', async () => {
    const mine = await signInCookie(user);
    const stranger = await signInCookie(await createUser());
    await submit(await changeLink('ada@new.example'), { cookie: stranger });
    expect(await authenticate(mine)).toBeNull();
    expect(await authenticate(stranger)).not.toBeNull();
  });

  test('ends every other link of the person, so that the old mailbox opens nothing', async () => {
    const others = await Promise.all(
      (['verify_email', 'reset_password', 'change_email'] as const).map((purpose) =>
        issueCode({ userId: user.id, purpose, email: user.email }),
      ),
    );
    await submit(await changeLink('ada@new.example'));
    const open = await prisma.actionCode.count({ where: { userId: user.id, usedAt: null } });
    expect([others.length, open]).toEqual([3, 0]);
  });

  test('is refused if the address was taken in the meantime, and changes nothing', async () => {
    const mine = await signInCookie(user);
    const link = await changeLink('ada@new.example');
    await createUser({ email: 'ada@new.example' });
    expect(await submit(link, { cookie: mine })).toMatchObject({
      status: 409,
      state: 'refused',
      text: TAKEN,
    });
    expect((await row()).email).toBe('ada@example.com');
    expect(await authenticate(mine)).not.toBeNull();
    expect(await queuedAccountEmails()).toEqual([]);
  });

  test('succeeds for one of two people who confirm the same address at once', async () => {
    const other = await createUser();
    const links = [
      await changeLink('prize@example.com'),
      await changeLink('prize@example.com', other),
    ];
    const answers = await Promise.all(links.map((link) => submit(link)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await prisma.user.count({ where: { email: 'prize@example.com' } })).toBe(1);
  });
});

describe('the page about verification, without a link,', () => {
  test('shows the state of the person’s own address', async () => {
    expect(await page('/auth/verify')).toMatchObject({ state: 'visitor' });
    const cookie = await signInCookie(user);
    expect(await page('/auth/verify', { cookie })).toMatchObject({
      state: 'waiting',
      email: 'ada@example.com',
      gate: false,
      next: '/ai-lab',
    });
    await markVerified(user.id);
    expect(await page('/auth/verify', { cookie })).toMatchObject({ state: 'verified' });
  });

  test.each(['hard', 'complaint'] as const)(
    'says that the email didn’t arrive (%s), until one does',
    async (kind) => {
      const cookie = await signInCookie(user);
      const polled = async () => {
        const answer = await api.loader(get('/api/account/verification', { cookie }));
        return (await answer.json()) as object;
      };
      await insertFailure(sql, { ...BOUNCE, kind: 'soft', eventKey: 'soft' });
      await insertFailure(sql, { ...BOUNCE, email: 'eve@example.com', eventKey: 'of another' });
      expect(await page('/auth/verify', { cookie })).toMatchObject({ unreached: null });
      await insertFailure(sql, { ...BOUNCE, kind });
      expect(await page('/auth/verify', { cookie })).toMatchObject({
        state: 'waiting',
        email: 'ada@example.com',
        unreached: kind,
      });
      expect(await polled()).toEqual({ verified: false, unreached: kind });
      await clearFailures(prisma, { email: 'ada@example.com', at: new Date() });
      expect(await page('/auth/verify', { cookie })).toMatchObject({ unreached: null });
      expect(await polled()).toEqual({ verified: false, unreached: null });
    },
  );

  test('sends people who were signed out while they waited to sign-in, and then to `redirectTo`', async () => {
    const path = '/auth/verify?redirectTo=%2Fsettings';
    expect((await page(path)).location).toBe('/auth/login?redirectTo=%2Fsettings');
  });

  test.each([
    ['/settings?tab=account', '/settings?tab=account'],
    ['https://evil.example/', '/ai-lab'],
  ])('with redirectTo=%s leads to %s once the address is verified', async (redirectTo, target) => {
    const cookie = await signInCookie(user);
    const path = `/auth/verify?redirectTo=${encodeURIComponent(redirectTo)}`;
    expect(await page(path, { cookie })).toMatchObject({ state: 'waiting', next: target });
    await markVerified(user.id);
    expect((await page(path, { cookie })).location).toBe(target);
  });
});

describe('a request for another link', () => {
  const resend = async (cookie?: string) => {
    const answer = await api.action(
      post('/api/account/verification', {}, cookie ? { cookie } : {}),
    );
    return { status: answer.status, body: (await answer.json()) as object };
  };

  test('works by script', async () => {
    const cookie = await signInCookie(user);
    expect(await resend(cookie)).toEqual({
      status: 200,
      body: { sent: UNSENT },
    });
    expect((await sendAccountEmails())[0]!.to).toBe('ada@example.com');
    const answer = await api.loader(get('/api/account/verification', { cookie }));
    expect(await answer.json()).toEqual({ verified: false, unreached: null });
  });

  test('claims that a link was sent only with an email service', async () => {
    const cookie = await signInCookie(user);
    expect(await page('/auth/verify', { cookie })).toMatchObject({ isSent: false });
    Object.assign(env(), { SMTP_URL: 'smtp://localhost' });
    expect(await page('/auth/verify', { cookie })).toMatchObject({ isSent: true });
    expect(await resend(cookie)).toEqual({
      status: 200,
      body: { sent: 'We sent a new link to ada@example.com.' },
    });
  });

  test('works by a form', async () => {
    const cookie = await signInCookie(user);
    expect(await submit('/auth/verify', { cookie }, { intent: 'resend' })).toEqual({
      status: 200,
      state: 'sent',
      text: UNSENT,
    });
    expect(await queuedAccountEmails()).toHaveLength(1);
  });

  test('needs a session', async () => {
    expect(await resend()).toEqual({ status: 401, body: { error: 'User not authenticated' } });
    expect(await submit('/auth/verify', {}, { intent: 'resend' })).toMatchObject({
      status: 401,
      text: 'User not authenticated',
    });
    const answer = await api.loader(get('/api/account/verification'));
    expect(answer.status).toBe(401);
  });

  test('is limited to five', async () => {
    const cookie = await signInCookie(user);
    for (let time = 0; time < 5; time += 1) expect((await resend(cookie)).status).toBe(200);
    const text = 'Too many attempts. Please wait 1 hour and try again.';
    expect(await resend(cookie)).toEqual({ status: 429, body: { error: text } });
    expect(await submit('/auth/verify', { cookie }, { intent: 'resend' })).toMatchObject({
      status: 429,
      text,
    });
    expect(await queuedAccountEmails()).toHaveLength(5);
  });

  test('sends nothing if the address is verified', async () => {
    await markVerified(user.id);
    await resend(await signInCookie(user));
    expect(await queuedAccountEmails()).toEqual([]);
  });
});
