import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  assertAnswerable,
  assertTokens,
  BUCKETS,
  explainShortage,
  minus,
  NOTHING,
  planReservation,
  planSettlement,
  plus,
  spendable,
  sum,
  take,
  weigh,
  weighted,
  type Amounts,
  type Funds,
} from './spending';
import { MAX_TOKENS, SMALLEST_ANSWER, TRIAL_TOKENS, trialEnd } from './terms';

const now = new Date('2027-03-01T12:00:00Z');
const later = new Date('2027-03-02T12:00:00Z');
const earlier = new Date('2027-02-28T12:00:00Z');

const amounts = (max = 50_000): fc.Arbitrary<Amounts> =>
  fc.record({
    trial: fc.nat(max),
    allowance: fc.nat(max),
    balance: fc.nat(max),
  });
const weights = fc.oneof(
  fc.constantFrom(1, 0.15, 1.1, 2.5, 10, 0.000_001),
  fc.double({ min: 0.001, max: 100, noNaN: true }),
);
const requests = fc.record({
  promptTokens: fc.nat(20_000),
  maxTokens: fc.integer({ min: 1, max: 16_000 }),
  weight: weights,
});

describe('the trial', () => {
  it('brings 25,000 tokens for seven days of 24 hours', () => {
    expect(TRIAL_TOKENS).toBe(25_000);
    expect(trialEnd(new Date('2027-03-26T10:00:00Z'))).toEqual(new Date('2027-04-02T10:00:00Z'));
  });
});

describe('weighing', () => {
  it('adds input and output, times the weight, rounded up', () => {
    expect(weigh({ promptTokens: 100, completionTokens: 20 }, 1)).toBe(120);
    expect(weigh({ promptTokens: 100, completionTokens: 1 }, 0.5)).toBe(51);
    expect(weigh({ promptTokens: 0, completionTokens: 0 }, 3)).toBe(0);
    expect(weigh({ promptTokens: 1, completionTokens: 0 }, 0.01)).toBe(1);
  });

  it('does not charge for a rounding error of floating point', () => {
    expect(300 * 0.07).toBeGreaterThan(21);
    expect(weighted(300, 0.07)).toBe(21);
  });

  it('results in a number that the ledger can hold, whatever a provider reports', () => {
    expect(weigh({ promptTokens: Number.NaN, completionTokens: 5 }, 1)).toBe(0);
    expect(weigh({ promptTokens: -5, completionTokens: 0 }, 1)).toBe(0);
    expect(weigh({ promptTokens: 1e15, completionTokens: 0 }, 7)).toBe(MAX_TOKENS);
    fc.assert(
      fc.property(fc.double(), fc.double(), weights, (promptTokens, completionTokens, weight) => {
        assertTokens(weigh({ promptTokens, completionTokens }, weight));
      }),
    );
  });

  it('never costs less when more is used', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), weights, (one, more, weight) => {
        expect(weighted(one + more, weight)).toBeGreaterThanOrEqual(weighted(one, weight));
      }),
    );
  });
});

describe('what can be spent', () => {
  const funds: Funds = {
    buckets: { trial: 100, allowance: 20, balance: 3 },
    trialEndsAt: later,
    allowanceEndsAt: later,
    emailVerified: true,
  };

  it.each([
    ['includes everything while nothing has ended', funds, 'billing', 123],
    ['includes no trial tokens after their end', { ...funds, trialEndsAt: earlier }, 'billing', 23],
    [
      'includes no trial tokens at the moment of their end',
      { ...funds, trialEndsAt: now },
      'allowance',
      23,
    ],
    ['includes no allowance after its end', { ...funds, allowanceEndsAt: now }, 'allowance', 103],
    ['includes no allowance without an end', { ...funds, allowanceEndsAt: null }, 'billing', 103],
    [
      'includes no trial tokens of an unverified user with billing',
      { ...funds, emailVerified: false },
      'billing',
      23,
    ],
    [
      'includes the trial tokens of an unverified user without billing',
      { ...funds, emailVerified: false },
      'allowance',
      123,
    ],
    ['is nothing while metering is off', funds, 'off', 0],
  ] as const)('%s', (_, account, metering, total) => {
    expect(sum(spendable(account, metering, now))).toBe(total);
  });
});

describe('taking tokens', () => {
  it('starts with those that expire first', () => {
    const from = { trial: 5, allowance: 5, balance: 5 };
    expect(take(from, 3)).toEqual({ trial: 3, allowance: 0, balance: 0 });
    expect(take(from, 7)).toEqual({ trial: 5, allowance: 2, balance: 0 });
    expect(take(from, 12)).toEqual({ trial: 5, allowance: 5, balance: 2 });
    expect(take(from, 99)).toEqual(from);
  });

  it('takes the amount or all there is, and touches no bucket before the earlier ones are empty', () => {
    fc.assert(
      fc.property(amounts(), fc.nat(200_000), (from, amount) => {
        const taken = take(from, amount);
        const left = minus(from, taken);
        expect(sum(taken)).toBe(Math.min(amount, sum(from)));
        for (const [index, bucket] of BUCKETS.entries()) {
          expect(taken[bucket]).toBeGreaterThanOrEqual(0);
          expect(left[bucket]).toBeGreaterThanOrEqual(0);
          if (left[bucket] > 0) {
            for (const next of BUCKETS.slice(index + 1)) expect(taken[next]).toBe(0);
          }
        }
      }),
    );
  });
});

describe('a reservation', () => {
  const available = { trial: 1000, allowance: 0, balance: 0 };

  it('covers the prompt and the longest answer', () => {
    expect(planReservation(available, { promptTokens: 100, maxTokens: 300, weight: 2 })).toEqual({
      taken: { trial: 800, allowance: 0, balance: 0 },
      reserved: 800,
      maxTokens: 300,
    });
  });

  it('caps the answer at what is left after the prompt, in the tokens of the model', () => {
    expect(planReservation(available, { promptTokens: 100, maxTokens: 8000, weight: 2 })).toEqual({
      taken: available,
      reserved: 1000,
      maxTokens: 400,
    });
  });

  it('is refused only when less than the smallest answer is left', () => {
    const request = { promptTokens: 744, maxTokens: 8000, weight: 1 };
    expect(planReservation(available, request)?.maxTokens).toBe(SMALLEST_ANSWER);
    expect(planReservation(available, { ...request, promptTokens: 745 })).toBeNull();
    expect(planReservation(NOTHING, request)).toBeNull();
  });

  it('leaves tokens for other work that is about to begin, down to a short answer', () => {
    const available = { ...NOTHING, balance: 1_000 };
    const request = { promptTokens: 100, maxTokens: 8_000, weight: 1 };
    expect(planReservation(available, { ...request, spare: 400 })).toMatchObject({
      reserved: 600,
      maxTokens: 500,
    });
    expect(planReservation(available, { ...request, spare: 5_000 })?.maxTokens).toBe(
      SMALLEST_ANSWER,
    );
    expect(planReservation(available, { ...request, maxTokens: 10, spare: 400 })?.reserved).toBe(
      110,
    );
    fc.assert(
      fc.property(amounts(), requests, fc.nat(50_000), (from, wanted, spare) => {
        const plan = planReservation(from, { ...wanted, spare });
        const whole = planReservation(from, wanted);
        expect(plan === null).toBe(whole === null);
        if (plan && whole) expect(plan.reserved).toBeLessThanOrEqual(whole.reserved);
      }),
    );
  });

  it('needs no more than its maximum when that is below the smallest answer', () => {
    const request = { promptTokens: 950, maxTokens: 50, weight: 1 };
    expect(planReservation(available, request)?.maxTokens).toBe(50);
    expect(planReservation(available, { ...request, maxTokens: 51 })).toBeNull();
  });

  it('never takes more than is available, and always pays for the answer that it allows', () => {
    fc.assert(
      fc.property(amounts(), requests, (from, request) => {
        const plan = planReservation(from, request);
        const { promptTokens, maxTokens, weight } = request;
        const floor = Math.min(SMALLEST_ANSWER, maxTokens);
        if (!plan) {
          expect(weighted(promptTokens + floor, weight)).toBeGreaterThan(sum(from));
          return;
        }
        expect(plan.reserved).toBe(Math.min(sum(from), weighted(promptTokens + maxTokens, weight)));
        expect(plan.taken).toEqual(take(from, plan.reserved));
        expect(plan.maxTokens).toBeGreaterThanOrEqual(floor);
        expect(plan.maxTokens).toBeLessThanOrEqual(maxTokens);
        expect(weighted(promptTokens + plan.maxTokens, weight)).toBeLessThanOrEqual(plan.reserved);
        // One more token would not fit.
        if (plan.maxTokens < maxTokens) {
          expect(weighted(promptTokens + plan.maxTokens + 1, weight)).toBeGreaterThan(
            plan.reserved,
          );
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    { promptTokens: -1, maxTokens: 10, weight: 1 },
    { promptTokens: 1.5, maxTokens: 10, weight: 1 },
    { promptTokens: 1, maxTokens: 0, weight: 1 },
    { promptTokens: 1, maxTokens: 10, weight: 0 },
    { promptTokens: 1, maxTokens: 10, weight: Number.NaN },
    { promptTokens: 1, maxTokens: MAX_TOKENS + 1, weight: 1 },
  ])('throws a RangeError for %o', (request) => {
    expect(() => assertAnswerable(request)).toThrow(RangeError);
  });
});

describe('a settlement', () => {
  const reserved = { trial: 100, allowance: 50, balance: 20 };
  const available = { trial: 0, allowance: 0, balance: 30 };
  const settle = (tokens: number) =>
    planSettlement({ reserved, available, tokens, metering: 'billing' });

  it('gives back what was not used, starting with the bucket that lasts longest', () => {
    expect(settle(160)).toEqual({
      deltas: { trial: 0, allowance: 0, balance: 10 },
      charged: 160,
      uncovered: 0,
    });
    expect(settle(40)).toEqual({
      deltas: { trial: 60, allowance: 50, balance: 20 },
      charged: 40,
      uncovered: 0,
    });
  });

  it('takes more if the answer cost more, as far as the tokens go', () => {
    expect(settle(180)).toEqual({
      deltas: { trial: 0, allowance: 0, balance: -10 },
      charged: 180,
      uncovered: 0,
    });
    expect(settle(1000)).toEqual({
      deltas: { trial: 0, allowance: 0, balance: -30 },
      charged: 200,
      uncovered: 800,
    });
  });

  it('gives everything back when metering was switched off', () => {
    expect(planSettlement({ reserved, available, tokens: 40, metering: 'off' })).toEqual({
      deltas: reserved,
      charged: 0,
      uncovered: 40,
    });
  });

  it('spends in the usual order, and loses no token', () => {
    fc.assert(
      fc.property(amounts(), amounts(), fc.nat(400_000), (held, free, tokens) => {
        const { deltas, charged, uncovered } = planSettlement({
          reserved: held,
          available: free,
          tokens,
          metering: 'billing',
        });
        expect(charged + uncovered).toBe(tokens);
        expect(sum(held) - sum(deltas)).toBe(charged);
        const after = plus(free, deltas);
        for (const bucket of BUCKETS) expect(after[bucket]).toBeGreaterThanOrEqual(0);
        if (uncovered > 0) expect(after).toEqual(NOTHING);
        if (tokens <= sum(held)) expect(minus(held, deltas)).toEqual(take(held, tokens));
      }),
      { numRuns: 1000 },
    );
  });

  it('has the same result as if the use had been known before the reservation', () => {
    fc.assert(
      fc.property(amounts(), requests, fc.nat(60_000), (from, request, tokens) => {
        const plan = planReservation(from, request);
        fc.pre(plan !== null);
        const rest = minus(from, plan.taken);
        const { deltas } = planSettlement({
          reserved: plan.taken,
          available: rest,
          tokens,
          metering: 'allowance',
        });
        expect(plus(rest, deltas)).toEqual(minus(from, take(from, tokens)));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the reason for a refusal', () => {
  const funds: Funds = {
    buckets: { trial: 0, allowance: 0, balance: 0 },
    trialEndsAt: later,
    allowanceEndsAt: null,
    emailVerified: true,
  };
  const trial = (tokens: number) => ({ ...funds.buckets, trial: tokens });

  it('is the unverified address, if verifying it would help', () => {
    const unverified = { ...funds, emailVerified: false, buckets: trial(25_000) };
    expect(explainShortage(unverified, 'billing', 1, now)).toEqual({
      reason: 'unverified',
      waiting: 25_000,
    });
    expect(explainShortage(unverified, 'billing', 1, new Date(later)).reason).toBe('trial-over');
  });

  it('is the length of the conversation, if a shorter one would fit', () => {
    const some = { ...funds, buckets: trial(900) };
    expect(explainShortage(some, 'billing', 1, now)).toEqual({ reason: 'too-little', left: 900 });
    expect(explainShortage(some, 'billing', 10, now)).toEqual({ reason: 'empty' });
  });

  it('is the end of the trial, if the account never had anything else', () => {
    const ended = { ...funds, trialEndsAt: earlier, buckets: trial(25_000) };
    expect(explainShortage(ended, 'billing', 1, now)).toEqual({ reason: 'trial-over' });
    const month = { ...ended, allowanceEndsAt: later };
    expect(explainShortage(month, 'billing', 1, now)).toEqual({ reason: 'empty' });
    expect(explainShortage(funds, 'allowance', 1, now)).toEqual({ reason: 'empty' });
  });
});
