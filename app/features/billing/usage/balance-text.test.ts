import { describe, expect, it } from 'vitest';

import { bucketRows, daysAhead, trialText } from './balance-text';
import { leftShort, leftText } from './tokens';

const now = '2026-11-21T20:00:00.000Z';

describe('the text about a trial', () => {
  const trial = (
    trialEndsAt: string | null,
    trial: number,
    metering: 'off' | 'billing' = 'billing',
  ) => trialText({ trialEndsAt, trial, metering }, now, 'Europe/Berlin');

  it('counts the days until its end by the calendar', () => {
    expect(trial('2026-11-28T20:00:00.000Z', 10)).toBe(
      'Your trial ends in 7 days, on November 28, 2026. Unused trial tokens expire then.',
    );
    // Three hours later, but already the next day in Berlin.
    expect(trial('2026-11-21T23:00:00.000Z', 0)).toBe(
      'Your trial ends tomorrow, on November 22, 2026. You’ve used all of its tokens.',
    );
  });

  it('says when the trial ended, and nothing without one or where everything is free', () => {
    expect(trial(now, 0)).toBe('Your trial ended on November 21, 2026.');
    expect(trial(null, 0)).toBeNull();
    expect(trial('2026-11-21T22:00:00.000Z', 10, 'off')).toBeNull();
  });

  it('counts correctly across the change to winter time', () => {
    expect(daysAhead('2026-10-27T00:30:00Z', '2026-10-24T23:30:00Z', 'Europe/Berlin')).toBe(
      'in 2 days',
    );
  });
});

it('shows no trial where everything is free, and otherwise each bucket with its end', () => {
  const end = '2026-11-28T20:00:00.000Z';
  const held = { trial: 25_000, trialEndsAt: end, allowance: 0, allowanceEndsAt: null, balance: 7 };
  const added = { name: 'Added tokens', tokens: 7, end: null };
  expect(bucketRows({ ...held, metering: 'off' })).toEqual([added]);
  expect(bucketRows({ ...held, metering: 'off', balance: 0 })).toEqual([]);
  expect(bucketRows({ ...held, metering: 'allowance' })).toEqual([
    { name: 'Trial tokens', tokens: 25_000, end },
    { name: 'Monthly tokens', tokens: 0, end: null },
    added,
  ]);
  expect(bucketRows({ ...held, metering: 'billing' }).at(-1)?.name).toBe('Purchased tokens');
});

it.each([
  [{ left: 12_400, waiting: 0 }, '12,400 tokens left', '12.4K'],
  [{ left: 1, waiting: 0 }, '1 token left', '1'],
  [{ left: 0, waiting: 0 }, '0 tokens left', '0'],
  [{ left: 0, waiting: 25_000 }, '25,000 tokens waiting', '25K'],
  [{ left: 999, waiting: 25_000 }, '999 tokens left', '999'],
  [{ left: 1_999, waiting: 0 }, '1,999 tokens left', '1.9K'],
  [{ left: 2_147_483_647, waiting: 0 }, '2,147,483,647 tokens left', '2.1B'],
])('shows %j as %j, or %j in short', (tokens, text, short) => {
  expect(leftText(tokens)).toBe(text);
  expect(leftShort(tokens)).toBe(short);
});
