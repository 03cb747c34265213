import { expect, test } from 'vitest';

import { dueAfter } from './deletion';

const REQUESTED = new Date('2026-11-21T23:30:00Z');

test('a request is due after the set number of days, or never if that number is 0', () => {
  expect(dueAfter(REQUESTED, 30)?.toISOString()).toBe('2026-12-21T23:30:00.000Z');
  expect(dueAfter(REQUESTED, 0)).toBeNull();
});
