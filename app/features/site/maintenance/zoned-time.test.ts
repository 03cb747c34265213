import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { localText, momentOf } from './zoned-time';

const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
);

describe('a date and time in a time zone', () => {
  test.each([
    ['2026-07-01T12:30', 'Europe/Berlin', '2026-07-01T10:30:00.000Z'],
    ['2026-12-01T12:30', 'Europe/Berlin', '2026-12-01T11:30:00.000Z'],
    ['2026-12-01T12:30', 'Pacific/Kiritimati', '2026-11-30T22:30:00.000Z'],
    ['2026-12-01T12:30:45', 'UTC', '2026-12-01T12:30:00.000Z'],
    // Clocks go from two to three.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ])('%s in %s', (local, timeZone, moment) => {
    expect(momentOf(local, timeZone)?.toISOString()).toBe(moment);
  });

  test.each(['', 'soon', '2026-02-30T10:00', '2026-13-01T10:00', '2026-01-01T25:00', '2026-01-01'])(
    '%j is none',
    (local) => {
      expect(momentOf(local, 'UTC')).toBeNull();
    },
  );

  test('is the moment at which clocks there show it', () => {
    fc.assert(
      fc.property(
        zone,
        fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        (timeZone, moment) => {
          const shown = localText(moment, timeZone);
          expect(localText(momentOf(shown, timeZone)!, timeZone)).toBe(shown);
        },
      ),
    );
  });
});
