import { createHash } from 'node:crypto';

import { beforeEach, describe, expect, test } from 'vitest';

import {
  CODE_LIFETIME_MS,
  consumeCode,
  endCodes,
  inspectCode,
  issueCode,
  purgeActionCodes,
  type CodePurpose,
} from '~/features/accounts/email-address/action-code-data.server';
import { prisma, prismaTransaction } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { HOUR_MS } from '~/lib/time';

import { createUser } from '../../factories/users';
import { emptyTables } from '../setup/empty-tables.ts';

const NOW = new Date('2026-05-04T10:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

const EXPIRED = {
  code: 'invalid',
  userMessage: 'This link has expired. Get a new one.',
};
const INVALID = {
  code: 'invalid',
  userMessage: 'This link isn’t valid or was already used. Get a new one.',
};

beforeEach(() => emptyTables('users'));

async function issue(purpose: CodePurpose, user?: { id: UserScope; email: string }) {
  const { id: userId, email } = user ?? (await createUser());
  return { userId, email, code: await issueCode({ userId, purpose, email, now: NOW }) };
}

const consume = (code: string, purpose: CodePurpose, now = NOW) =>
  prismaTransaction((tx, sql) => consumeCode(tx, sql, code, [purpose], now));

describe('a code', () => {
  test('has 256 random bits, of which only the hash is stored', async () => {
    const { code, email } = await issue('verify_email');
    expect(Buffer.from(code, 'base64url')).toHaveLength(32);
    const [row, ...others] = await prisma.actionCode.findMany();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      id: createHash('sha256').update(code).digest('hex'),
      email,
      usedAt: null,
    });
    expect(JSON.stringify(row)).not.toContain(code);
  });

  test('works once, and only for its purpose', async () => {
    const { userId, email, code } = await issue('reset_password');
    await expect(consume(code, 'verify_email')).rejects.toMatchObject(INVALID);
    expect(await consume(code, 'reset_password')).toEqual({
      userId,
      email,
      purpose: 'reset_password',
    });
    await expect(consume(code, 'reset_password')).rejects.toMatchObject(INVALID);
  });

  test('can be inspected without being used', async () => {
    const { userId, email, code } = await issue('verify_email');
    for (let time = 0; time < 2; time += 1) {
      expect(await inspectCode(code, ['verify_email', 'change_email'], NOW)).toEqual({
        userId,
        email,
        purpose: 'verify_email',
      });
    }
    await expect(inspectCode(code, ['reset_password'], NOW)).rejects.toMatchObject(INVALID);
  });

  test.each([
    ['verify_email', 24 * HOUR_MS],
    ['reset_password', HOUR_MS],
    ['change_email', 24 * HOUR_MS],
  ] as const)('for %s expires after %i ms', async (purpose, lifetime) => {
    expect(CODE_LIFETIME_MS[purpose]).toBe(lifetime);
    const { code } = await issue(purpose);
    await expect(consume(code, purpose, later(lifetime))).rejects.toMatchObject(EXPIRED);
    await consume(code, purpose, later(lifetime - 1));
    // That it was used is more important than that it has expired since.
    await expect(consume(code, purpose, later(lifetime))).rejects.toMatchObject(INVALID);
  });

  test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(10_000), "' OR 1=1 --", '\u0000'.repeat(43)])(
    'that was never issued is refused: %j',
    async (code) => {
      await issue('verify_email');
      await expect(consume(code, 'verify_email')).rejects.toMatchObject(INVALID);
    },
  );

  test.each(['verify_email', 'reset_password'] as const)(
    'for %s is invalid once the account has another address',
    async (purpose) => {
      const { userId, code } = await issue(purpose);
      await prisma.user.update({ where: { id: userId }, data: { email: 'new@example.com' } });
      await expect(consume(code, purpose)).rejects.toMatchObject(INVALID);
    },
  );

  test('for a new address does not depend on the old one', async () => {
    const { id: userId } = await createUser();
    const email = 'new@example.com';
    const code = await issueCode({ userId, purpose: 'change_email', email, now: NOW });
    expect(await consume(code, 'change_email')).toMatchObject({ userId, email });
  });

  test('stays valid if the transaction that used it is rolled back', async () => {
    const { code } = await issue('reset_password');
    const failing = prismaTransaction(async (tx, sql) => {
      await consumeCode(tx, sql, code, ['reset_password'], NOW);
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    await consume(code, 'reset_password');
  });
});

describe('a user’s other codes', () => {
  test('end when one for the same purpose is used; those for other purposes and of other users don’t', async () => {
    const user = await createUser();
    const first = await issue('reset_password', user);
    const second = await issue('reset_password', user);
    const verify = await issue('verify_email', user);
    const stranger = await issue('reset_password');
    await consume(second.code, 'reset_password');
    await expect(consume(first.code, 'reset_password')).rejects.toMatchObject(INVALID);
    await consume(verify.code, 'verify_email');
    await consume(stranger.code, 'reset_password');
  });

  test('end for the purposes for which they are ended', async () => {
    const { userId, code } = await issue('change_email');
    await endCodes(prisma, userId, ['reset_password'], NOW);
    await inspectCode(code, ['change_email'], NOW);
    await endCodes(prisma, userId, ['change_email'], NOW);
    await expect(consume(code, 'change_email')).rejects.toMatchObject(INVALID);
  });
});

test('of eight requests that use one code at once, one succeeds', async () => {
  const { code } = await issue('reset_password');
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () => consume(code, 'reset_password')),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(INVALID);
  }
});

test('of a user’s eight codes that are used at once, one succeeds, without a deadlock', async () => {
  const user = await createUser();
  const codes = await Promise.all(Array.from({ length: 8 }, () => issue('verify_email', user)));
  const outcomes = await Promise.allSettled(codes.map(({ code }) => consume(code, 'verify_email')));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(INVALID);
  }
});

test('a code is deleted a week after it expired', async () => {
  const { code } = await issue('reset_password');
  const week = 7 * 24 * HOUR_MS;
  await purgeActionCodes(later(HOUR_MS + week - 1));
  await expect(consume(code, 'reset_password', later(2 * HOUR_MS))).rejects.toMatchObject(EXPIRED);
  await purgeActionCodes(later(HOUR_MS + week));
  expect(await prisma.actionCode.count()).toBe(0);
  await expect(consume(code, 'reset_password', later(2 * HOUR_MS))).rejects.toMatchObject(INVALID);
});
