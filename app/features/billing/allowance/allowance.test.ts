import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addMonths, monthOf } from './allowance';

test.each([
  ['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', 2, '2026-03-31T10:00:00.000Z'],
  ['2028-01-30T00:00:00.000Z', 1, '2028-02-29T00:00:00.000Z'],
  ['2026-11-21T23:59:59.999Z', 2, '2027-01-21T23:59:59.999Z'],
])('%s plus %i months is %s', (date, months, later) => {
  expect(addMonths(new Date(date), months).toISOString()).toBe(later);
});

test('every moment from the beginning belongs to exactly one month, and each month starts where the last one ends', () => {
  const moment = fc.date({
    min: new Date('2024-01-01'),
    max: new Date('2034-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moment, fc.nat(5 * 366 * 86_400_000), (beginning, after) => {
      const now = new Date(beginning.getTime() + after);
      const { start, end } = monthOf(beginning, now);
      expect(start <= now && now < end).toBe(true);
      expect(monthOf(beginning, end).start).toEqual(end);
    }),
  );
});
