import argon2 from 'argon2';
import { beforeEach, describe, expect, test } from 'vitest';

import { authenticate, setPassword } from '~/features/accounts/index.server';
import { signIn } from '~/features/accounts/sessions/sign-in.server';
import { prisma, sql } from '~/lib/db/index.server';

import { cookieOf, createUser, PASSWORD } from '../../factories/users';
import { processCpuMs } from '../../harness/cpu-time';
import { emptyTables } from '../setup/empty-tables.ts';

const client = { address: '203.0.113.7', userAgent: 'Firefox', secure: false };
const NO_MATCH = 'That email and password don’t match an account. Check both and try again.';

const attempt = (email: string, password: string, from: Partial<typeof client> = {}) =>
  signIn({ email, password, timeZone: null }, { ...client, ...from });

const refused = (code: string, userMessage: string | RegExp) =>
  expect.objectContaining({
    name: 'AppError',
    code,
    userMessage: userMessage instanceof RegExp ? expect.stringMatching(userMessage) : userMessage,
  });

beforeEach(() => emptyTables('rate_limits'));

describe('signing in', () => {
  test('opens a session with the name of the browser', async () => {
    const user = await createUser();
    const { userId, setCookies } = await attempt(user.email, PASSWORD);
    expect(userId).toBe(user.id);
    expect((await authenticate(cookieOf(setCookies[0]!)))!.user.id).toBe(user.id);
    const [row] = await prisma.session.findMany({ where: { userId } });
    expect(row!.userAgent).toBe('Firefox');
  });

  test('gives each browser a session of its own', async () => {
    const user = await createUser();
    const cookies = await Promise.all([1, 2, 3].map(() => attempt(user.email, PASSWORD)));
    expect(new Set(cookies.map(({ setCookies }) => cookieOf(setCookies[0]!))).size).toBe(3);
  });

  test('says the same for a wrong password and an unknown account', async () => {
    const user = await createUser();
    await expect(attempt(user.email, 'wrong')).rejects.toEqual(refused('invalid', NO_MATCH));
    await expect(attempt('nobody@example.com', 'wrong')).rejects.toEqual(
      refused('invalid', NO_MATCH),
    );
    await expect(attempt('', '')).rejects.toEqual(refused('invalid', NO_MATCH));
  });

  test('takes the same amount of work for both', async () => {
    const user = await createUser();
    await setPassword(user.id, PASSWORD);
    const time = async (email: string) => {
      await emptyTables('rate_limits');
      return processCpuMs(() => attempt(email, 'wrong').catch(() => {}));
    };
    // The shortest time of several is that of the work itself; without a hash it would be a fraction of that.
    const quickest = { known: Infinity, unknown: Infinity };
    for (let round = 0; round < 15; round += 1) {
      quickest.known = Math.min(quickest.known, await time(user.email));
      quickest.unknown = Math.min(quickest.unknown, await time(`${round}@example.com`));
    }
    const ratio = quickest.unknown / quickest.known;
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test('says that an account is disabled only if the password is right', async () => {
    const user = await createUser({ disabledAt: new Date() });
    await expect(attempt(user.email, 'wrong')).rejects.toEqual(refused('invalid', NO_MATCH));
    await expect(attempt(user.email, PASSWORD)).rejects.toEqual(
      refused('forbidden', 'This account is disabled. Contact your admin.'),
    );
    expect(await prisma.session.count({ where: { userId: user.id } })).toBe(0);
  });

  test('stores the browser’s time zone, and keeps the old one if there is none', async () => {
    const user = await createUser({ timeZone: 'Europe/Berlin' });
    const zone = async () =>
      (await prisma.user.findUniqueOrThrow({ where: { id: user.id } })).timeZone;
    await attempt(user.email, PASSWORD);
    expect(await zone()).toBe('Europe/Berlin');
    await signIn({ email: user.email, password: PASSWORD, timeZone: 'Asia/Tokyo' }, client);
    expect(await zone()).toBe('Asia/Tokyo');
  });

  test('replaces a hash that has weaker parameters', async () => {
    const user = await createUser();
    const hash = async () =>
      (await prisma.user.findUniqueOrThrow({ where: { id: user.id } })).passwordHash;
    const weak = await hash();
    await attempt(user.email, PASSWORD);
    const strong = await hash();
    expect(strong).not.toBe(weak);
    expect(await argon2.verify(strong, PASSWORD)).toBe(true);
    await attempt(user.email, PASSWORD);
    expect(await hash()).toBe(strong);
  });
});

describe('guesses at sign-in', () => {
  const TOO_MANY = /^Too many attempts\. Please wait \d+ (minutes?|seconds?) and try again\.$/;

  test('lock an account for a while after ten failures, even for the right password', async () => {
    const [user, other] = [await createUser(), await createUser()];
    for (let guess = 0; guess < 10; guess += 1) {
      await expect(attempt(user.email, `guess ${guess}`)).rejects.toEqual(
        refused('invalid', NO_MATCH),
      );
    }
    await expect(attempt(user.email, PASSWORD)).rejects.toEqual(
      refused('too-many-requests', TOO_MANY),
    );
    // From other network addresses too; other accounts aren't affected.
    await expect(attempt(user.email, PASSWORD, { address: '2001:db8::1' })).rejects.toEqual(
      refused('too-many-requests', TOO_MANY),
    );
    await attempt(other.email, PASSWORD);
    await sql.query('UPDATE rate_limits SET expire = 1');
    await attempt(user.email, PASSWORD);
  });

  test('lock an account that doesn’t exist in the same way', async () => {
    for (let guess = 0; guess < 10; guess += 1) {
      await attempt('nobody@example.com', 'guess').catch(() => {});
    }
    await expect(attempt('nobody@example.com', 'guess')).rejects.toEqual(
      refused('too-many-requests', TOO_MANY),
    );
  });

  test('are forgiven by the right password', async () => {
    const user = await createUser();
    for (let round = 0; round < 3; round += 1) {
      for (let guess = 0; guess < 9; guess += 1) {
        await attempt(user.email, 'guess').catch(() => {});
      }
      await attempt(user.email, PASSWORD);
    }
  });

  test('are each counted if they come at once', async () => {
    const user = await createUser();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => attempt(user.email, `guess ${index}`)),
    );
    const codes = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : 'in',
    );
    expect(codes.filter((code) => code === 'invalid')).toHaveLength(10);
    expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(20);
  });

  test('are limited to 60 from one network address across all accounts, or from one IPv6 network', async () => {
    await emptyTables('rate_limits');
    const from = (host: number) => `2001:db8:1:2::${host.toString(16)}`;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 61 }, (_, index) =>
        attempt(`nobody${index}@example.com`, 'guess', { address: from(index + 1) }),
      ),
    );
    const tooMany = outcomes.filter(
      (outcome) =>
        outcome.status === 'rejected' &&
        (outcome.reason as { code: string }).code === 'too-many-requests',
    );
    expect(tooMany).toHaveLength(1);
    const user = await createUser();
    await expect(attempt(user.email, PASSWORD, { address: from(9999) })).rejects.toEqual(
      refused('too-many-requests', TOO_MANY),
    );
    await attempt(user.email, PASSWORD, { address: '2001:db8:1:3::1' });
  });

  test('don’t include successful sign-ins', async () => {
    const user = await createUser();
    for (let time = 0; time < 65; time += 1) await attempt(user.email, PASSWORD);
  });

  test('are counted without storing an address', async () => {
    await attempt('nobody@example.com', 'guess').catch(() => {});
    const rows = await sql.query<{ key: string }>('SELECT key FROM rate_limits');
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/nobody|203\.0/);
  });
});
