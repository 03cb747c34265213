import { expect, test } from 'vitest';

import { isRecentLogin } from './recent-login';

const given = new Date('2026-11-21T10:00:00Z');
const after = (ms: number) => new Date(given.getTime() + ms);

test.each([
  [0, true],
  [10 * 60_000, true],
  [10 * 60_000 + 1, false],
  // The clock of another process may be a little behind.
  [-2_000, true],
  // Given while the clock was a day ahead.
  [-86_400_000, false],
])('%i ms after the password was given: %s', (ms, recent) => {
  expect(isRecentLogin(given, after(ms))).toBe(recent);
});
