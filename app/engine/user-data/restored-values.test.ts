import { expect, test } from 'vitest';

import { restoredTime, restoredTimeOrNull, restoredVersion } from './restored-values';

const now = new Date('2026-11-21T12:00:00Z');

test('a time is kept, unless it is none or lies in the future', () => {
  expect(restoredTime('2024-02-29T10:00:00.123Z', now)).toEqual(
    new Date('2024-02-29T10:00:00.123Z'),
  );
  expect(restoredTime('2026-11-21T12:00:00.001Z', now)).toEqual(now);
  expect(restoredTime('9999-12-31T23:59:59Z', now)).toEqual(now);
  expect(restoredTime('yesterday', now)).toEqual(now);
  expect(restoredTimeOrNull(null, now)).toBeNull();
});

test('a version is a number that can be counted on from', () => {
  expect([1, 7, 0, -3, 1.5, NaN, 2 ** 31, 2 ** 60].map(restoredVersion)).toEqual([
    1, 7, 1, 1, 1, 1, 1, 1,
  ]);
});
