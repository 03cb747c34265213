import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { prisma, sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import * as idTokenRoute from '~/features/accounts/sessions/routes/sessions';
import * as callRoute from '~/features/help/contact/routes/contact-message';
import * as pageRoute from '~/features/help/contact/routes/contact-page';

import { createUser, signInCookie, type TestUser } from '../../factories/users';
import { get, outcome, post, type Sent } from '../../harness/route-calls';
import { emptyTables } from '../setup/empty-tables.ts';

const before = { ...env() };
let user: TestUser;
let cookie: string;
beforeEach(async () => {
  await emptyTables('rate_limits', 'users', 'contact_messages');
  user = await createUser({ email: 'ada@example.com' });
  cookie = await signInCookie(user);
});
afterEach(() => Object.assign(env(), before));

const person = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' };
const suggestion = { ...person, suggestion: 'More buttons.' };
const support = { ...person, subject: 'Printing', message: 'It does not print.', to: 'support' };

async function idToken(from = cookie): Promise<{ token: string; expiresAt: string }> {
  const { status, text } = await outcome(
    idTokenRoute.loader(get('/api/auth/id-token', { cookie: from })),
  );
  expect(status).toBe(200);
  return JSON.parse(text) as { token: string; expiresAt: string };
}

async function call(body: unknown, { token, ...sent }: Sent & { token?: string } = {}) {
  const request = new Request('http://localhost:3000/api/email/webhook-handler', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(sent.cookie ? { cookie: sent.cookie } : {}),
    },
  });
  const response = await callRoute.action({ request, context: sent.context ?? {}, params: {} });
  const answer = (await response.json()) as { success: boolean; message: string };
  return { status: response.status, headers: response.headers, answer };
}

const stored = () => prisma.contactMessage.findMany({ orderBy: { id: 'asc' } });
const refusedBy = (problems: object, message: string) => ({
  status: 400,
  answer: { success: false, message, problems },
});

describe('a suggestion', () => {
  test('is accepted with an ID token, without a cookie', async () => {
    const { token, expiresAt } = await idToken();
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThanOrEqual(10);
    expect(await call(suggestion, { token })).toMatchObject({
      status: 200,
      answer: {
        success: true,
        message: 'Thank you! Your suggestion has been submitted successfully',
      },
    });
    expect(await stored()).toEqual([
      {
        ...person,
        id: expect.any(String) as string,
        userId: user.id,
        kind: 'suggestion',
        subject: '',
        body: 'More buttons.',
        createdAt: expect.any(Date) as Date,
        mailedAt: null,
        state: 'open',
      },
    ]);
  });

  const refused = {
    status: 401,
    answer: { success: false, message: 'You must be logged in to submit a suggestion' },
  };

  test('is refused with only a cookie, or with a forged token', async () => {
    const { token } = await idToken();
    const other = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expect(await call(suggestion)).toMatchObject(refused);
    expect(await call(suggestion, { cookie })).toMatchObject(refused);
    for (const wrong of ['', 'x', other, cookie]) {
      expect(await call(suggestion, { token: wrong, cookie })).toMatchObject(refused);
    }
    expect(await stored()).toEqual([]);
  });

  test('is refused with a token that was signed with another secret', async () => {
    const { token } = await idToken();
    Object.assign(env(), { SESSION_SECRET: 'the secret of quite another site' });
    expect(await call(suggestion, { token })).toMatchObject(refused);
  });

  test.each([
    ['its session was signed out', `DELETE FROM sessions`],
    ['its session expired', `UPDATE sessions SET expires_at = now()`],
    ['its account was disabled', `UPDATE users SET disabled_at = now()`],
    // That doesn't happen, but if it did, the token must not act for the other user.
    ['its session belongs to another user', `UPDATE sessions SET user_id = $1`],
  ])('is refused with a token once %s', async (_what, statement) => {
    const { token } = await idToken();
    const other = await createUser();
    await sql.query(statement, statement.includes('$1') ? [other.id] : []);
    expect(await call(suggestion, { token })).toMatchObject(refused);
    expect(await stored()).toEqual([]);
  });

  test('is refused with the token of an account that must verify its email first, which gets no new token', async () => {
    const { token } = await idToken();
    Object.assign(env(), { REQUIRE_VERIFIED_EMAIL: true });
    expect(await call(suggestion, { token })).toMatchObject(refused);
    const { status } = await outcome(idTokenRoute.loader(get('/api/auth/id-token', { cookie })));
    expect(status).toBe(403);
  });

  test('is refused when it is empty', async () => {
    const { token } = await idToken();
    for (const nothing of ['', ' \n', 7, null]) {
      expect(await call({ ...suggestion, suggestion: nothing }, { token })).toMatchObject(
        refusedBy({ details: ['Please enter your suggestion'] }, 'Please enter your suggestion'),
      );
    }
  });
});

test('only a signed-in user gets an ID token', async () => {
  const { status, text } = await outcome(idTokenRoute.loader(get('/api/auth/id-token')));
  expect([status, text]).toEqual([401, '{"error":"User not authenticated"}']);
});

describe('a support request', () => {
  const thanks = {
    status: 200,
    answer: {
      success: true,
      message: 'Thank you! Your support request has been submitted successfully',
    },
  };

  test('is accepted from a visitor', async () => {
    expect(await call(support)).toMatchObject(thanks);
    expect(await stored()).toMatchObject([
      { ...person, userId: null, kind: 'support', subject: 'Printing', body: 'It does not print.' },
    ]);
  });

  test('is linked to the account of a signed-in user', async () => {
    expect(await call(support, { cookie })).toMatchObject(thanks);
    expect(await stored()).toMatchObject([{ userId: user.id }]);
  });

  test.each([
    ['no first name', { firstName: '' }, 'firstName', 'Please enter your first name'],
    ['no last name', { lastName: ' ' }, 'lastName', 'Please enter your last name'],
    ['no e-mail', { email: '' }, 'email', 'Please enter your email'],
    ['half an e-mail', { email: 'a@b' }, 'email', 'Please enter a valid email address'],
    ['two e-mails', { email: 'a@b.de, c@d.de' }, 'email', 'Please enter a valid email address'],
    ['no details', { message: '' }, 'details', 'Please enter your issue details'],
    ['a book', { message: 'x'.repeat(5_001) }, 'details', 'Use at most 5000 characters'],
    ['a long name', { lastName: 'x'.repeat(101) }, 'lastName', 'Use at most 100 characters'],
  ])('with %s is refused at the field', async (_what, wrong, field, text) => {
    expect(await call({ ...support, ...wrong })).toMatchObject(
      refusedBy({ [field]: [text] }, text),
    );
    expect(await stored()).toEqual([]);
  });

  test.each(['', 'null', '[]', '"x"', '{"firstName":{}}', '{'])(
    'the body %s counts as an empty form',
    async (body) => {
      expect(await call(body)).toMatchObject({
        status: 400,
        answer: { success: false, message: 'Please enter your first name' },
      });
    },
  );

  test('is stored without line ends in headers, and without characters that the database rejects', async () => {
    const hostile = 'x\r\nBcc: eve@example.com\0\u2028y';
    const sent = { ...support, firstName: hostile, subject: `${hostile}${'z'.repeat(300)}` };
    expect(await call({ ...sent, message: `a\r\nb\0` })).toMatchObject(thanks);
    const [row] = await stored();
    expect(row).toMatchObject({ firstName: 'x Bcc: eve@example.com y', body: 'a\nb' });
    expect(row!.subject).toMatch(/^x Bcc: eve@example\.com y\S+$/);
    expect(row!.subject).toHaveLength(200);
  });

  test('from a bot is answered with thanks, and dropped', async () => {
    expect(await call({ ...support, homepage: 'https://spam.example' })).toMatchObject(thanks);
    expect(await stored()).toEqual([]);
  });

  test('is limited for each client address', async () => {
    const context = { clientAddress: '203.0.113.7' };
    for (let count = 0; count < 30; count += 1) {
      expect((await call(support, { context })).status).toBe(200);
    }
    const { status, headers, answer } = await call(support, { context });
    expect([status, answer.success]).toEqual([429, false]);
    expect(answer.message).toMatch(/^Too many attempts\. Please wait /);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await call(support, { context: { clientAddress: '203.0.113.8' } })).status).toBe(200);
    expect(await stored()).toHaveLength(31);
  });
});

describe('the page without JavaScript', () => {
  const send = (fields: Record<string, string>, sent: Sent = {}) =>
    outcome(pageRoute.action(post('/contact', { ...person, ...fields }, sent)));
  const load = async (path: string, sent: Sent = {}) =>
    JSON.parse(JSON.stringify(await pageRoute.loader(get(path, sent)))) as unknown;

  test('accepts a support request, and redirects to the thanks', async () => {
    const { status, location } = await send({ kind: 'support', details: 'Help.' });
    expect([status, location]).toEqual([303, '/contact?sent=support']);
    expect(await stored()).toMatchObject([{ kind: 'support', body: 'Help.', userId: null }]);
    expect(await load('/contact?sent=support')).toEqual({ person: null, sent: 'support' });
  });

  test('accepts a suggestion of a signed-in user, and fills in their name and email', async () => {
    expect(await load('/contact?kind=suggestion', { cookie })).toEqual({
      person,
      kind: 'suggestion',
    });
    const { location } = await send({ kind: 'suggestion', details: 'More.' }, { cookie });
    expect(location).toBe('/contact?sent=suggestion');
    expect(await stored()).toMatchObject([{ kind: 'suggestion', userId: user.id }]);
  });

  test('returns a visitor’s suggestion, which needs an account', async () => {
    const { status, text } = await send({ kind: 'suggestion', details: 'More.' });
    expect(status).toBe(401);
    expect(JSON.parse(text)).toEqual({
      kind: 'suggestion',
      typed: { ...person, details: 'More.' },
      message: 'You must be logged in to submit a suggestion',
      needsLogin: true,
    });
  });

  test('names missing fields, and drops messages from bots', async () => {
    const { status, text } = await send({ email: 'ada' });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      problems: {
        email: ['Please enter a valid email address'],
        details: ['Please enter your issue details'],
      },
    });
    const robot = await send({ details: 'Buy.', homepage: 'https://spam.example' });
    expect(robot.location).toBe('/contact?sent=support');
    expect(await stored()).toEqual([]);
  });
});
