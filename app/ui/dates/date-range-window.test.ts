import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  instantsOf,
  presetRange,
  rangeAfterClick,
  rangeText,
  type DayRange,
} from './date-range-window';

const day = (number: number) => new Date(2026, 2, number);

describe('choosing a range of days', () => {
  test('takes the first click as the start, the second as the end, and starts over with the third', () => {
    const one = rangeAfterClick(undefined, day(10));
    expect(one).toEqual({ from: day(10) });
    const two = rangeAfterClick(one, day(12));
    expect(two).toEqual({ from: day(10), to: day(12) });
    expect(rangeAfterClick(two, day(11))).toEqual({ from: day(11) });
  });

  test('swaps start and end if the second click is earlier, and makes one day of two clicks on it', () => {
    expect(rangeAfterClick({ from: day(10) }, day(3))).toEqual({ from: day(3), to: day(10) });
    expect(rangeAfterClick({ from: day(10) }, day(10))).toEqual({ from: day(10), to: day(10) });
  });

  test('never gives a range that ends before it starts', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1 }), (clicks) => {
        let range: DayRange | undefined;
        for (const click of clicks) range = rangeAfterClick(range, day(click));
        expect(range?.to === undefined || range.from <= range.to).toBe(true);
        expect(range?.to === undefined).toBe(clicks.length % 2 === 1);
      }),
    );
  });
});

test('covers the first and the last day completely, on the short and the long day of the year too', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'Europe/Berlin';
  const spring = instantsOf({ from: new Date(2026, 2, 29), to: new Date(2026, 2, 29) });
  expect(spring.to - spring.from).toBe(23 * 3_600_000 - 1);
  const autumn = instantsOf({ from: new Date(2026, 9, 25), to: new Date(2026, 9, 25) });
  expect(autumn.to - autumn.from).toBe(25 * 3_600_000 - 1);
  process.env.TZ = zone;
});

test('the last days end with today, and count calendar days rather than hours', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'Europe/Berlin';
  const now = new Date(2026, 2, 29, 23, 30);
  expect(presetRange(1, now)).toEqual({ from: day(29), to: day(29) });
  expect(presetRange(7, now)).toEqual({ from: day(23), to: day(29) });
  expect(presetRange(30, now)).toEqual({ from: new Date(2026, 1, 28), to: day(29) });
  process.env.TZ = zone;
});

test('puts the range into words', () => {
  expect(rangeText({ from: day(1), to: day(3) })).toBe('Mar 1 – 3, 2026');
  expect(rangeText({ from: day(1) })).toBe('Mar 1, 2026');
});
