import { beforeEach, describe, expect, it } from 'vitest';

import {
  chargeOperator,
  getBalance,
  grant,
  operatorBudget,
  reserve,
  settle,
} from '~/features/billing/index.server';
import { expireTokens } from '~/features/billing/ledger/trial.server';
import { openBillingAccount } from '~/features/billing/ledger/trial.server';
import { prismaTransaction, sql, transaction } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { userScope, type UserScope } from '~/lib/scope';

import { bucketsOf, entriesOf, insertUser, openAccount, recording, setMetering } from './accounts';

const signUp = new Date('2027-03-01T12:00:00Z');
const nextDay = new Date('2027-03-02T12:00:00Z');
const trialEnd = new Date('2027-03-08T12:00:00Z');
const dayAfterTrial = new Date('2027-03-09T12:00:00Z');
const monthEnd = new Date('2027-04-01T00:00:00Z');

const request = { reference: 'generation:a:1', promptTokens: 1000, maxTokens: 8000, weight: 1 };

function reserveFor(userId: UserScope, changes: Partial<Parameters<typeof reserve>[1]> = {}) {
  return transaction((tx) => reserve(tx, { userId, ...request, now: nextDay, ...changes }));
}

function settleFor(
  userId: UserScope,
  tokens: number,
  now = nextDay,
  reference = request.reference,
) {
  return transaction((tx) => settle(tx, { userId, reference, tokens, now }));
}

async function refusal(attempt: Promise<unknown>): Promise<AppError> {
  const error: unknown = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error('was not refused', { cause: error });
  return error;
}

beforeEach(() => setMetering('billing'));

describe('opening an account', () => {
  it('starts a trial of seven days with 25,000 tokens', async () => {
    const userId = await openAccount(signUp);

    expect(await getBalance(userId, signUp)).toEqual({
      metering: 'billing',
      subscriptionStatus: 'trialing',
      subscriptionId: null,
      subscriptionName: null,
      trialStartsAt: signUp,
      trialEndsAt: trialEnd,
      allowanceEndsAt: null,
      tokens: { trial: 25_000, allowance: 0, balance: 0 },
      available: 25_000,
      awaitingVerification: 0,
      totalTokensUsed: 0,
      lastTokenUse: null,
    });
    expect(await entriesOf(userId)).toEqual([
      {
        kind: 'grant',
        reference: 'signup',
        deltas: { trial: 25_000, allowance: 0, balance: 0 },
        tokens: 0,
        uncovered: 0,
      },
    ]);
  });

  it('changes nothing the second time', async () => {
    const userId = await openAccount(signUp);
    await reserveFor(userId);
    await transaction((tx) => openBillingAccount(tx, { userId, now: dayAfterTrial }));
    expect(await bucketsOf(userId)).toEqual({ trial: 16_000, allowance: 0, balance: 0 });
    expect(await entriesOf(userId)).toHaveLength(2);
  });

  it('starts the trial even while metering is off', async () => {
    setMetering('off');
    const userId = await openAccount(signUp);
    const balance = await getBalance(userId, nextDay);
    expect(balance.tokens.trial).toBe(25_000);
    expect(balance.subscriptionStatus).toBe('trialing');
  });
});

describe('reserving', () => {
  it('reserves the whole answer, and the settlement charges what was used', async () => {
    const userId = await openAccount(signUp);
    expect(await reserveFor(userId)).toEqual({ reserved: 9000, maxTokens: 8000 });
    expect(await bucketsOf(userId)).toEqual({ trial: 16_000, allowance: 0, balance: 0 });

    expect(await settleFor(userId, 1234)).toEqual({ charged: 1234, uncovered: 0 });
    const balance = await getBalance(userId, nextDay);
    expect(balance.tokens.trial).toBe(25_000 - 1234);
    expect(balance.totalTokensUsed).toBe(1234);
    expect(balance.lastTokenUse).toEqual(nextDay);
  });

  it('shortens the answer when few tokens are left, then refuses and says where to get more', async () => {
    const userId = await openAccount(signUp);
    await settleFor(userId, 23_000, nextDay, 'earlier');

    expect(await reserveFor(userId)).toEqual({ reserved: 2000, maxTokens: 1000 });
    const error = await refusal(reserveFor(userId, { reference: 'generation:b:1' }));
    expect(error.code).toBe('out-of-tokens');
    expect(error.status).toBe(402);
    expect(error.userMessage).toBe(
      'You don’t have enough tokens left for another answer. Get more tokens in Settings under Tokens.',
    );
    expect(await bucketsOf(userId)).toEqual({ trial: 0, allowance: 0, balance: 0 });
  });

  it('suggests a new chat when only this conversation is too long', async () => {
    const userId = await openAccount(signUp);
    const error = await refusal(reserveFor(userId, { promptTokens: 25_000 }));
    expect(error.userMessage).toContain('You have 25,000 tokens left');
    expect(error.userMessage).toContain('a new chat');
  });

  it('happens once for a reference, and a repetition gets the same result', async () => {
    const userId = await openAccount(signUp);
    const first = await reserveFor(userId, { maxTokens: 100_000 });
    expect(first).toEqual({ reserved: 25_000, maxTokens: 24_000 });
    expect(await reserveFor(userId, { maxTokens: 100_000 })).toEqual(first);
    expect(await entriesOf(userId)).toHaveLength(2);
  });

  it('leaves nothing behind when its transaction is rolled back', async () => {
    const userId = await openAccount(signUp);
    const failing = transaction(async (tx) => {
      await reserve(tx, { userId, ...request, now: nextDay });
      throw new Error('the message could not be stored');
    });
    await expect(failing).rejects.toThrow('the message could not be stored');
    expect(await bucketsOf(userId)).toEqual({ trial: 25_000, allowance: 0, balance: 0 });
    expect(await entriesOf(userId)).toHaveLength(1);
  });

  it('reserves nothing for a settled reference, because nothing would give it back', async () => {
    const userId = await openAccount(signUp);
    await settleFor(userId, 100);
    expect(await reserveFor(userId)).toEqual({ reserved: 0, maxTokens: 8000 });
    expect(await bucketsOf(userId)).toEqual({ trial: 24_900, allowance: 0, balance: 0 });
  });

  it('spends the trial, then the allowance, then the balance', async () => {
    const userId = await openAccount(signUp);
    await transaction(async (tx) => {
      await grant(tx, {
        userId,
        bucket: 'allowance',
        amount: 3000,
        reference: 'march',
        endsAt: monthEnd,
        now: nextDay,
      });
      await grant(tx, { userId, bucket: 'balance', amount: 500, reference: 'pack', now: nextDay });
    });
    await settleFor(userId, 24_000, nextDay, 'earlier');

    await reserveFor(userId, { promptTokens: 1000, maxTokens: 3200 });
    expect((await entriesOf(userId)).at(-1)?.deltas).toEqual({
      trial: -1000,
      allowance: -3000,
      balance: -200,
    });
    await settleFor(userId, 1500);
    expect((await entriesOf(userId)).at(-1)?.deltas).toEqual({
      trial: 0,
      allowance: 2500,
      balance: 200,
    });
    expect(await bucketsOf(userId)).toEqual({ trial: 0, allowance: 2500, balance: 500 });
  });

  it('with billing, keeps trial tokens until the address is verified', async () => {
    const userId = await openAccount(signUp, false);
    const error = await refusal(reserveFor(userId));
    expect(error.userMessage).toContain('Confirm your email to use your 25,000 trial tokens.');
    expect((await getBalance(userId, nextDay)).awaitingVerification).toBe(25_000);

    await sql.query('UPDATE users SET email_verified = true WHERE id = $1::uuid', [userId]);
    expect((await reserveFor(userId)).reserved).toBe(9000);
  });

  it('with an allowance, spends trial tokens of an unverified user', async () => {
    setMetering('allowance');
    const userId = await openAccount(signUp, false);
    expect((await reserveFor(userId)).reserved).toBe(9000);
  });

  it('never spends trial tokens after the trial’s end, even before the job has run', async () => {
    const userId = await openAccount(signUp);
    const error = await refusal(reserveFor(userId, { now: trialEnd }));
    expect(error.userMessage).toContain('Your trial has ended.');
    expect((await getBalance(userId, trialEnd)).available).toBe(0);
    expect((await reserveFor(userId, { now: new Date(trialEnd.getTime() - 1) })).reserved).toBe(
      9000,
    );
  });

  it('with an allowance, tells the user whom to ask for more tokens', async () => {
    setMetering('allowance');
    const userId = await openAccount(signUp);
    const error = await refusal(reserveFor(userId, { now: trialEnd }));
    expect(error.userMessage).toBe('Your trial has ended. Ask your admin for more.');
  });

  it('is refused for a user without an account', async () => {
    const error = await refusal(reserveFor(userScope(newId())));
    expect(error.code).toBe('not-found');
  });

  it('waits for a reservation of the same reference and returns its result', async () => {
    const userId = await openAccount(signUp);
    const results = await Promise.all(Array.from({ length: 8 }, () => reserveFor(userId)));
    for (const result of results) expect(result).toEqual({ reserved: 9000, maxTokens: 8000 });
    expect(await bucketsOf(userId)).toEqual({ trial: 16_000, allowance: 0, balance: 0 });
  });
});

describe('settling', () => {
  it('charges use beyond the reservation to the account, and the rest to the operator', async () => {
    const userId = await openAccount(signUp);
    await reserveFor(userId);
    expect(await settleFor(userId, 30_000)).toEqual({ charged: 25_000, uncovered: 5000 });
    const balance = await getBalance(userId, nextDay);
    expect(balance.available).toBe(0);
    expect(balance.totalTokensUsed).toBe(30_000);
  });

  it('changes nothing the second time, and returns the same result', async () => {
    const userId = await openAccount(signUp);
    await reserveFor(userId);
    const first = await settleFor(userId, 30_000);
    expect(await settleFor(userId, 7)).toEqual(first);
    const together = await Promise.all([settleFor(userId, 8), settleFor(userId, 9)]);
    expect(together).toEqual([first, first]);
    expect((await getBalance(userId, nextDay)).totalTokensUsed).toBe(30_000);
  });

  it('charges once when several calls settle at the same time', async () => {
    const userId = await openAccount(signUp);
    await reserveFor(userId);
    const results = await Promise.all(Array.from({ length: 8 }, () => settleFor(userId, 500)));
    for (const result of results) expect(result).toEqual({ charged: 500, uncovered: 0 });
    expect(await bucketsOf(userId)).toEqual({ trial: 24_500, allowance: 0, balance: 0 });
    expect((await getBalance(userId, nextDay)).totalTokensUsed).toBe(500);
  });

  it('gives everything back for an answer that never came, which does not count as a use', async () => {
    const userId = await openAccount(signUp);
    await reserveFor(userId);
    expect(await settleFor(userId, 0)).toEqual({ charged: 0, uncovered: 0 });
    const balance = await getBalance(userId, nextDay);
    expect(balance.tokens.trial).toBe(25_000);
    expect(balance.lastTokenUse).toBeNull();
  });

  it('keeps the latest use when answers end out of order', async () => {
    const userId = await openAccount(signUp);
    await settleFor(userId, 5, nextDay, 'one');
    await settleFor(userId, 5, signUp, 'two');
    expect((await getBalance(userId, nextDay)).lastTokenUse).toEqual(nextDay);
  });

  it.each([-1, 1.5, Number.NaN, 2 ** 31])('refuses %d as a number of tokens', async (tokens) => {
    const userId = await openAccount(signUp);
    await expect(settleFor(userId, tokens)).rejects.toThrow(RangeError);
    expect(await entriesOf(userId)).toHaveLength(1);
  });
});

describe('without metering', () => {
  it('refuses nothing, reserves nothing, and records what was used', async () => {
    setMetering('off');
    const userId = await openAccount(signUp);
    expect(await reserveFor(userId, { maxTokens: 1_000_000 })).toEqual({
      reserved: 0,
      maxTokens: 1_000_000,
    });
    expect(await settleFor(userId, 900_000)).toEqual({ charged: 0, uncovered: 900_000 });
    expect((await entriesOf(userId)).at(-1)).toEqual({
      kind: 'settle',
      reference: request.reference,
      deltas: { trial: 0, allowance: 0, balance: 0 },
      tokens: 900_000,
      uncovered: 900_000,
    });
    const balance = await getBalance(userId, nextDay);
    expect(balance.tokens.trial).toBe(25_000);
    expect(balance.totalTokensUsed).toBe(900_000);
    expect(balance.lastTokenUse).toEqual(nextDay);
  });

  it('gives back what was reserved before metering was switched off', async () => {
    const userId = await openAccount(signUp);
    await reserveFor(userId);
    setMetering('off');
    expect(await settleFor(userId, 400)).toEqual({ charged: 0, uncovered: 400 });
    expect(await bucketsOf(userId)).toEqual({ trial: 25_000, allowance: 0, balance: 0 });
  });

  it('charges an answer that ends after metering was switched on', async () => {
    setMetering('off');
    const userId = await openAccount(signUp);
    await reserveFor(userId);
    setMetering('billing');
    expect(await settleFor(userId, 400)).toEqual({ charged: 400, uncovered: 0 });
    expect(await bucketsOf(userId)).toEqual({ trial: 24_600, allowance: 0, balance: 0 });
  });
});

describe('granting', () => {
  const pack = { bucket: 'balance', amount: 100, reference: 'pack:1', now: nextDay } as const;
  const march = { bucket: 'allowance', amount: 1000, endsAt: monthEnd, now: nextDay } as const;

  it('happens once for a reference, even in concurrent calls', async () => {
    const userId = await openAccount(signUp);
    const granted = await Promise.all(
      Array.from({ length: 6 }, () => transaction((tx) => grant(tx, { userId, ...pack }))),
    );
    expect(granted.filter(Boolean)).toHaveLength(1);
    expect((await bucketsOf(userId)).balance).toBe(100);
  });

  it('adds to the present month, and a new month expires the old one', async () => {
    const userId = await openAccount(signUp);
    const nextEnd = new Date('2027-05-01T00:00:00Z');
    await transaction(async (tx) => {
      await grant(tx, { userId, ...march, reference: 'march' });
      await grant(tx, { userId, ...march, reference: 'march, more', endsAt: undefined });
    });
    expect((await bucketsOf(userId)).allowance).toBe(2000);

    await transaction((tx) => grant(tx, { userId, ...march, reference: 'april', endsAt: nextEnd }));
    expect((await bucketsOf(userId)).allowance).toBe(1000);
    expect((await getBalance(userId, nextDay)).allowanceEndsAt).toEqual(nextEnd);
    expect((await entriesOf(userId)).filter((entry) => entry.kind === 'lapse')).toMatchObject([
      { reference: 'grant:april', deltas: { trial: 0, allowance: -2000, balance: 0 } },
    ]);
  });

  it('extends a running trial with its tokens, and revives an ended one without them', async () => {
    const running = await openAccount(signUp);
    const ended = await openAccount(signUp);
    const more = { bucket: 'trial', amount: 10, reference: 'goodwill', endsAt: monthEnd } as const;
    await transaction((tx) => grant(tx, { userId: running, ...more, now: nextDay }));
    await transaction((tx) => grant(tx, { userId: ended, ...more, now: dayAfterTrial }));
    expect((await bucketsOf(running)).trial).toBe(25_010);
    expect((await bucketsOf(ended)).trial).toBe(10);
    expect((await getBalance(ended, dayAfterTrial)).available).toBe(10);
  });

  it('refuses an amount or an end that is not possible', async () => {
    const userId = await openAccount(signUp);
    const attempt = (changes: object) =>
      refusal(transaction((tx) => grant(tx, { userId, ...pack, ...changes })));
    expect((await attempt({ amount: 0 })).code).toBe('invalid');
    expect((await attempt({ amount: 1.5 })).code).toBe('invalid');
    expect((await attempt({ amount: 2 ** 31 })).code).toBe('invalid');
    expect((await attempt({ bucket: 'allowance' })).code).toBe('invalid');
    expect((await attempt({ bucket: 'allowance', endsAt: signUp })).code).toBe('invalid');
    expect(await entriesOf(userId)).toHaveLength(1);
  });
});

describe('expiry', () => {
  it('ends trials and months in batches, and a second run changes nothing', async () => {
    const users = [];
    for (let count = 0; count < 7; count += 1) users.push(await openAccount(signUp));
    const current = await openAccount(dayAfterTrial);
    await transaction((tx) =>
      grant(tx, {
        userId: current,
        bucket: 'allowance',
        amount: 50,
        reference: 'short',
        endsAt: new Date(dayAfterTrial.getTime() + 1),
        now: dayAfterTrial,
      }),
    );

    const report = await expireTokens(new Date(dayAfterTrial.getTime() + 1), 2);
    expect(report.trialsOver).toEqual(expect.arrayContaining(users));
    expect(report.trialsOver).not.toContain(current);
    for (const userId of users) {
      const balance = await getBalance(userId, signUp);
      expect(balance.subscriptionStatus).toBe('none');
      expect(await bucketsOf(userId)).toEqual({ trial: 0, allowance: 0, balance: 0 });
    }
    expect(await bucketsOf(current)).toEqual({ trial: 25_000, allowance: 0, balance: 0 });
    expect((await getBalance(current, dayAfterTrial)).subscriptionStatus).toBe('trialing');

    expect(await expireTokens(new Date(dayAfterTrial.getTime() + 1))).toEqual({
      accounts: 0,
      tokens: 0,
      trialsOver: [],
    });
  });

  it('ends the status of a trial whose tokens are all used', async () => {
    const userId = await openAccount(signUp);
    await settleFor(userId, 25_000);
    const report = await expireTokens(trialEnd);
    expect(report.trialsOver).toContain(userId);
    expect((await entriesOf(userId)).some((entry) => entry.kind === 'lapse')).toBe(false);
  });

  it('shows in the balance before the job has run', async () => {
    const userId = await openAccount(signUp);
    const balance = await getBalance(userId, trialEnd);
    expect(balance.subscriptionStatus).toBe('none');
    expect(balance.tokens.trial).toBe(0);
    expect((await bucketsOf(userId)).trial).toBe(25_000);
  });

  it("leaves a subscription's status alone", async () => {
    const userId = await openAccount(signUp);
    await sql.query(
      `UPDATE billing_accounts SET subscription_id = 'sub_1' WHERE user_id = $1::uuid`,
      [userId],
    );
    const report = await expireTokens(trialEnd);
    expect(report.trialsOver).not.toContain(userId);
    expect((await getBalance(userId, trialEnd)).subscriptionStatus).toBe('trialing');
    expect((await bucketsOf(userId)).trial).toBe(0);
  });

  it('also removes what a late settlement gives back, once', async () => {
    const userId = await openAccount(signUp);
    await reserveFor(userId);
    await expireTokens(dayAfterTrial);
    expect((await bucketsOf(userId)).trial).toBe(0);

    expect(await settleFor(userId, 100, dayAfterTrial)).toEqual({ charged: 100, uncovered: 0 });
    expect((await bucketsOf(userId)).trial).toBe(8900);
    expect((await getBalance(userId, dayAfterTrial)).available).toBe(0);

    await Promise.all([
      expireTokens(dayAfterTrial),
      expireTokens(dayAfterTrial),
      expireTokens(dayAfterTrial),
    ]);
    expect((await bucketsOf(userId)).trial).toBe(0);
    const expired = (await entriesOf(userId)).filter((entry) => entry.kind === 'lapse');
    expect(expired.map((entry) => entry.deltas.trial)).toEqual([-16_000, -8900]);
  });

  it('does so even if the settlement’s clock says that the trial still runs', async () => {
    const userId = await openAccount(signUp);
    await reserveFor(userId);
    await expireTokens(dayAfterTrial);
    await settleFor(userId, 100, nextDay);
    await expireTokens(dayAfterTrial);
    expect((await bucketsOf(userId)).trial).toBe(0);
  });

  it('skips a locked account, and handles it in the next run', async () => {
    const userId = await openAccount(signUp);
    await transaction(async (tx) => {
      await reserve(tx, { userId, ...request, now: nextDay });
      const report = await expireTokens(dayAfterTrial);
      expect(report.trialsOver).not.toContain(userId);
    });
    expect((await expireTokens(dayAfterTrial)).trialsOver).toContain(userId);
    expect((await bucketsOf(userId)).trial).toBe(0);
  });
});

describe('the database', () => {
  it.each([
    'trial_token = -1',
    'token_balance = -1',
    'lapses_at = NULL',
    `lapses_at = subscription_trial_end_at + interval '1 second'`,
    'allowance_token = 1',
  ])('refuses an account with %s by a constraint', async (change) => {
    const userId = await openAccount(signUp);
    await expect(
      sql.query(`UPDATE billing_accounts SET ${change} WHERE user_id = $1::uuid`, [userId]),
    ).rejects.toThrow(/violates check constraint/);
  });

  it('runs at most two statements for a reservation or a settlement', async () => {
    const userId = await openAccount(signUp);
    await transaction(async (tx) => {
      const recorded = recording(tx);
      await reserve(recorded, { userId, ...request, now: nextDay });
      expect(recorded.statements).toHaveLength(2);
      await settle(recorded, { userId, reference: request.reference, tokens: 5, now: nextDay });
      expect(recorded.statements).toHaveLength(4);
    });
    setMetering('off');
    await transaction(async (tx) => {
      const recorded = recording(tx);
      await reserve(recorded, { userId, ...request, reference: 'other', now: nextDay });
      expect(recorded.statements).toHaveLength(0);
    });
  });

  it('runs the same in a transaction of Prisma', async () => {
    const userId = await insertUser();
    await prismaTransaction(async (_client, tx) => {
      await openBillingAccount(tx, { userId, now: signUp });
      await grant(tx, {
        userId,
        bucket: 'allowance',
        amount: 10,
        reference: 'march',
        endsAt: monthEnd,
        now: nextDay,
      });
      const reserved = await reserve(tx, { userId, ...request, now: nextDay });
      expect(reserved).toEqual({ reserved: 9000, maxTokens: 8000 });
      const used = { userId, reference: request.reference, tokens: 70, now: nextDay };
      expect(await settle(tx, used)).toEqual({ charged: 70, uncovered: 0 });
      expect(await settle(tx, used)).toEqual({ charged: 70, uncovered: 0 });
    });
    expect(await bucketsOf(userId)).toEqual({ trial: 24_930, allowance: 10, balance: 0 });
  });
});

describe('the operator budget', () => {
  it('is renewed each day in UTC', async () => {
    const budget = env().AI_HOUSE_DAILY_TOKENS;
    const lateEvening = new Date('2027-06-01T23:59:59.999Z');
    const userId = await insertUser();
    await Promise.all(Array.from({ length: 10 }, () => chargeOperator(userId, 1000, lateEvening)));
    const left = async (now: Date) => (await operatorBudget(userId, now)).ofAll;
    expect(await left(lateEvening)).toBe(budget - 10_000);
    expect(await left(new Date('2027-06-02T00:00:00Z'))).toBe(budget);

    await chargeOperator(userId, budget, lateEvening);
    expect(await left(lateEvening)).toBe(0);
  });

  it('limits each user to a share, so that others can continue', async () => {
    const day = new Date('2027-07-01T12:00:00Z');
    const [greedy, other] = [await insertUser(), await insertUser()];
    const share = env().AI_HOUSE_DAILY_TOKENS / 5;
    expect(await operatorBudget(greedy, day)).toMatchObject({ ofUser: share });
    await Promise.all(Array.from({ length: 10 }, () => chargeOperator(greedy, share / 10, day)));
    expect(await operatorBudget(greedy, day)).toEqual({ ofAll: share * 4, ofUser: 0 });
    expect(await operatorBudget(other, day)).toEqual({ ofAll: share * 4, ofUser: share });
    // No share exceeds what is left for all.
    for (const user of [other, await insertUser(), await insertUser()]) {
      await chargeOperator(user, share * 0.9, day);
    }
    expect((await operatorBudget(other, day)).ofUser).toBeCloseTo(share * 0.1);
    const tomorrow = new Date('2027-07-02T12:00:00Z');
    expect(await operatorBudget(greedy, tomorrow)).toMatchObject({ ofUser: share });
    await chargeOperator(greedy, 10, tomorrow);
    expect(await operatorBudget(greedy, tomorrow)).toMatchObject({ ofUser: share - 10 });
    Object.assign(env(), { AI_HOUSE_USER_PERCENT: 100 });
    expect(await operatorBudget(greedy, tomorrow)).toMatchObject({ ofUser: share * 5 - 10 });
    Object.assign(env(), { AI_HOUSE_USER_PERCENT: 20 });
  });

  it('counts what was spent on a user who has been deleted since', async () => {
    const day = new Date('2027-08-01T12:00:00Z');
    const gone = userScope('01a20668-10da-764d-bcaa-cd0071b6b1e7');
    await chargeOperator(gone, 100, day);
    expect(await operatorBudget(gone, day)).toMatchObject({
      ofAll: env().AI_HOUSE_DAILY_TOKENS - 100,
    });
  });
});
