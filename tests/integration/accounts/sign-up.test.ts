import { beforeEach, describe, expect, test } from 'vitest';

import { authenticate } from '~/features/accounts/index.server';
import { signIn } from '~/features/accounts/sessions/sign-in.server';
import { signUp } from '~/features/accounts/sign-up/sign-up.server';
import { prisma, sql } from '~/lib/db/index.server';
import { DAY_MS } from '~/lib/time';

import { cookieOf, createUser } from '../../factories/users';
import { emptyTables } from '../setup/empty-tables.ts';

const client = { address: '203.0.113.7', userAgent: 'Firefox', secure: false };
const fields = {
  email: 'grace@example.com',
  password: 'a fine password',
  firstName: 'Grace',
  lastName: 'Hopper',
  timeZone: 'America/New_York',
};

beforeEach(async () => {
  await emptyTables('rate_limits', 'users');
});

describe('signing up', () => {
  test('creates the user with a seven-day trial, and signs them in', async () => {
    const { userId, setCookies } = await signUp(fields, client);
    const user = await prisma.user.findUniqueOrThrow({
      where: { id: userId },
      include: { billingAccount: true },
    });
    expect(user).toMatchObject({
      email: 'grace@example.com',
      firstName: 'Grace',
      lastName: 'Hopper',
      isAdmin: false,
      emailVerified: false,
      disabledAt: null,
      timeZone: 'America/New_York',
    });
    expect(user.passwordHash).toMatch(/^\$argon2id\$/);
    const account = user.billingAccount!;
    expect(account).toMatchObject({
      subscriptionStatus: 'trialing',
      trialToken: 25000,
      tokenBalance: 0,
    });
    const [start, end] = [account.subscriptionTrialStartAt!, account.subscriptionTrialEndAt!];
    expect(end.getTime() - start.getTime()).toBe(7 * DAY_MS);
    expect(Math.abs(start.getTime() - Date.now())).toBeLessThan(60_000);
    expect((await authenticate(cookieOf(setCookies[0]!)))!.user.id).toBe(userId);
    await signIn({ ...fields, timeZone: null }, client);
  });

  test('is refused for an email address in use, and leaves nothing behind', async () => {
    await createUser({ email: fields.email });
    await expect(signUp(fields, client)).rejects.toMatchObject({
      code: 'conflict',
      userMessage: 'An account with this email already exists. Sign in, or use another email.',
    });
    expect(await prisma.user.count()).toBe(1);
    expect(await prisma.billingAccount.count()).toBe(1);
    expect(await prisma.session.count()).toBe(0);
  });

  test('succeeds for one of five people who use one email address at once', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, (_, index) =>
        signUp({ ...fields, password: `password ${index}` }, client),
      ),
    );
    const succeeded = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(succeeded).toHaveLength(1);
    for (const { reason } of failed) expect(reason).toMatchObject({ code: 'conflict' });
    expect(await prisma.user.count()).toBe(1);
    expect(await prisma.billingAccount.count()).toBe(1);
    expect(await prisma.ledgerEntry.count()).toBe(1);
    // Only the winner's password opens the account.
    const winner = outcomes.findIndex((outcome) => outcome.status === 'fulfilled');
    await signIn({ ...fields, password: `password ${winner}`, timeZone: null }, client);
  });

  test('leaves no user behind if the billing account can’t be created', async () => {
    await sql.query(
      `ALTER TABLE billing_accounts ADD CONSTRAINT refuse CHECK (subscription_status <> 'trialing')`,
    );
    try {
      await expect(signUp(fields, client)).rejects.toThrow(/refuse/);
    } finally {
      await sql.query('ALTER TABLE billing_accounts DROP CONSTRAINT refuse');
    }
    expect(await prisma.user.count()).toBe(0);
  });

  test('is limited to ten attempts with one email address', async () => {
    await createUser({ email: fields.email });
    for (let time = 0; time < 10; time += 1) {
      await expect(signUp(fields, client)).rejects.toMatchObject({ code: 'conflict' });
    }
    await expect(signUp(fields, client)).rejects.toMatchObject({ code: 'too-many-requests' });
  });
});
