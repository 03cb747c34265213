import { expect, test } from 'vitest';
import { z } from 'zod';

import { bigCount, changeCount, moment, withPastTimes } from './columns';

test('a moment and a large count are decoded as they were encoded', () => {
  const now = new Date('2026-11-21T12:00:00.123Z');
  expect(z.decode(moment, z.encode(moment, now))).toEqual(now);
  expect(z.decode(bigCount, z.encode(bigCount, 2n ** 50n))).toBe(2n ** 50n);
  expect(moment.safeParse('yesterday').success).toBe(false);
});

test('times in the future become the present, and others stay', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const past = new Date('2024-02-29T10:00:00.123Z');
  const row = { past, none: null, future: new Date('9999-12-31T23:59:59Z'), name: 'Plan' };
  expect(withPastTimes(row, now)).toEqual({ past, none: null, future: now, name: 'Plan' });
});

test('a version that can’t be counted up becomes the first', () => {
  const versions = [1, 7, 0, -3, 2 ** 31];
  expect(versions.map((version) => z.decode(changeCount, version))).toEqual([1, 7, 1, 1, 1]);
  expect([1.5, NaN, 2 ** 60].filter((one) => changeCount.safeParse(one).success)).toEqual([]);
});
