import { expect, test } from 'vitest';

import { dayText, dueAfter } from './deletion';

const REQUESTED = new Date('2026-11-21T23:30:00Z');

test('a request is due after so many days; with none it is only recorded', () => {
  expect(dueAfter(REQUESTED, 30)?.toISOString()).toBe('2026-12-21T23:30:00.000Z');
  expect(dueAfter(REQUESTED, 0)).toBeNull();
});

test('the day is the person’s own', () => {
  expect(dayText(REQUESTED, null)).toBe('21 November 2026');
  expect(dayText(REQUESTED, 'Asia/Tokyo')).toBe('22 November 2026');
});
