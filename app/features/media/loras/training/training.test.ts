import { expect, test } from 'vitest';

import { ranksOf, parseSteps } from './training';

test('typed steps are accepted only as whole numbers within the bounds', () => {
  const bounds = { min: 100, max: 4_000, usual: 1_000 };
  expect(['100', ' 1000 ', '4000'].map((typed) => parseSteps(typed, bounds))).toEqual([
    100, 1_000, 4_000,
  ]);
  expect(['', '99', '4001', '1e3', '12.5', '-5'].map((typed) => parseSteps(typed, bounds))).toEqual(
    Array(6).fill(null),
  );
});

test('the ranks to choose from are the powers of two within the bounds, and the current one', () => {
  expect(ranksOf({ min: 4, max: 64, usual: 16 }, 16)).toEqual([4, 8, 16, 32, 64]);
  expect(ranksOf({ min: 4, max: 20, usual: 16 }, 12)).toEqual([4, 8, 12, 16]);
});
