import fc from 'fast-check';
import { expect, it } from 'vitest';

import {
  addDays,
  dayOf,
  isDay,
  lastDays,
  startOfDay,
  timeZoneOrUtc,
  wallClock,
} from './local-days';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'America/Havana',
];

it('a day begins at its first moment', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES.filter((zone) => zone !== 'America/Havana')),
      fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      (zone, moment) => {
        const day = dayOf(moment, zone);
        const start = startOfDay(day, zone);
        expect(dayOf(start, zone)).toBe(day);
        expect(dayOf(new Date(start.getTime() - 1), zone) < day).toBe(true);
        expect(start.getTime()).toBeLessThanOrEqual(moment.getTime());
      },
    ),
  );
});

it('days follow each other, even if an hour or a day is skipped or repeated', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.date({ min: new Date('2005-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      (zone, moment) => {
        const day = dayOf(moment, zone);
        expect(startOfDay(addDays(day, 1), zone).getTime()).toBeGreaterThanOrEqual(
          startOfDay(day, zone).getTime(),
        );
      },
    ),
  );
});

it('summer and winter time are recognized', () => {
  expect(startOfDay('2026-07-01', 'Europe/Berlin')).toEqual(new Date('2026-06-30T22:00:00Z'));
  expect(startOfDay('2026-12-01', 'Europe/Berlin')).toEqual(new Date('2026-11-30T23:00:00Z'));
  // The clocks change from 24:00 to 1:00.
  expect(startOfDay('2026-04-24', 'Africa/Cairo')).toEqual(new Date('2026-04-23T22:00:00Z'));
});

it('the last days are listed', () => {
  expect(lastDays(3, new Date('2026-03-01T02:00:00Z'), 'America/New_York')).toEqual([
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
  ]);
});

it('UTC replaces an unknown zone', () => {
  expect(timeZoneOrUtc('Europe/Berlin')).toBe('Europe/Berlin');
  expect(timeZoneOrUtc('Mars/Olympus')).toBe('UTC');
  expect(timeZoneOrUtc(null)).toBe('UTC');
});

it.each([
  ['2026-02-28', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['26-01-01', false],
  ['2026-01-01T00:00', false],
  ['', false],
])('whether %j is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});

it('clocks are those of Intl in every zone, before, at, and after each change', () => {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
    });
  fc.assert(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.date({ min: new Date('1970-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
      (zone, moment) => {
        for (const at of [moment, startOfDay(dayOf(moment, zone), zone)]) {
          const { year, month, day, hour, minute } = wallClock(at, zone);
          const shown = `${month}/${day}/${year}, ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
          expect(shown).toBe(format(zone).format(at));
        }
      },
    ),
    { numRuns: 300 },
  );
});
