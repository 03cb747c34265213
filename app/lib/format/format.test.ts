import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Conventions, AMERICAN, provideFormatContext } from './context';
import { conventionsOf } from './context.server';
import {
  formatChartDay,
  formatDay,
  formatMoment,
  formatRelativeDay,
  formatShortDay,
  formatTime,
} from './dates';
import { formatDayHeading } from './day-heading';
import { formatDayRange } from './day-range';
import { formatDuration } from './durations';
import { formatMoney } from './money';
import { formatBytes, formatCompact, formatCount, formatNumber } from './numbers';
import { formatPlayTime } from './play-time';
import { formatZonedMoment } from './zoned-moment';

/** Formats as for a person with these conventions, in Berlin. */
function as<T>(conventions: Conventions, format: () => T): T {
  const context = { conventions, zone: 'Europe/Berlin', now: Date.now() };
  provideFormatContext(() => context);
  try {
    return format();
  } finally {
    provideFormatContext(() => undefined);
  }
}

const GERMAN = conventionsOf('de-DE');
const INDIAN = conventionsOf('en-IN');

describe('numbers', () => {
  test.each([
    [0, '0'],
    [12_345, '12,345'],
    [-1_234.5, '-1,234.5'],
    [-0.0001, '0'],
    [0.125, '0.125'],
  ])('%d is formatted as %s', (value, text) => expect(formatNumber(value)).toBe(text));

  test('follow the region', () => {
    expect(as(GERMAN, () => formatNumber(1_234_567.5))).toBe('1.234.567,5');
    expect(as(INDIAN, () => formatNumber(12_345_678))).toBe('1,23,45,678');
    expect(as(conventionsOf('de-CH'), () => formatNumber(12_345))).toBe('12’345');
  });

  test.each(['en-US', 'en-IN', 'de-DE', 'pt-BR'])('are those of Intl for %s', (locale) => {
    const intl = new Intl.NumberFormat(locale);
    as(conventionsOf(locale), () =>
      fc.assert(
        fc.property(fc.integer(), fc.integer({ min: 0, max: 999 }), (whole, thousandths) => {
          const value = whole + thousandths / 1_000;
          expect(formatNumber(value)).toBe(intl.format(value));
        }),
      ),
    );
  });

  test.each([
    [0, '0 tokens'],
    [1, '1 token'],
    [12_000, '12,000 tokens'],
  ])('the count %d is formatted as %s', (count, text) =>
    expect(formatCount(count, 'token')).toBe(text),
  );

  test('a count uses an irregular plural if one is given', () => {
    expect(formatCount(2, 'brand story', 'brand stories')).toBe('2 brand stories');
  });

  test.each([
    [999, '999'],
    [2_500, '2.5K'],
    [12_499, '12.4K'],
    [99_999, '99.9K'],
    [999_999, '999K'],
    [1_250_000, '1.2M'],
  ])('%d is shortened to %s, never to more than there is', (value, text) =>
    expect(formatCompact(value)).toBe(text),
  );
});

test.each([
  [1_900, 'eur', '€19', '19 €'],
  [1_950, 'usd', '$19.50', '19,50 $'],
  [1_900, 'jpy', '¥1,900', '1.900 ¥'],
  [0, 'gbp', '£0', '0 £'],
  [120_000, 'chf', 'CHF 1,200', '1.200 CHF'],
  [1_500, 'kwd', 'KWD 1.500', '1,500 KWD'],
  [-1_900, 'eur', '-€19', '-19 €'],
])('the amount %d %s is formatted as %s, in Germany as %s', (amount, currency, text, german) => {
  const formatted = () => formatMoney(amount, currency).replace('\u00a0', ' ');
  expect(formatted()).toBe(text);
  expect(as(GERMAN, formatted)).toBe(german);
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 KB'],
  [2_500, '2.5 KB'],
  [999_999, '1 MB'],
  [1_400_000, '1.4 MB'],
  [123_456_789, '123 MB'],
  [5_000_000_000, '5 GB'],
])('the size %d is formatted as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

describe('durations', () => {
  test.each([
    [0, '0 s', '0 seconds'],
    [1, '1 s', '1 second'],
    [45.4, '45 s', '45 seconds'],
    [59.6, '1 min', '1 minute'],
    [120, '2 min', '2 minutes'],
    [3_600, '1 h', '1 hour'],
    [4_800, '1 h 20 min', '1 hour 20 minutes'],
    [7_140, '1 h 59 min', '1 hour 59 minutes'],
    [3_599, '1 h', '1 hour'],
    [86_400, '24 h', '24 hours'],
    [259_200, '3 d', '3 days'],
  ])('%d seconds are %s or %s', (seconds, short, long) => {
    expect(formatDuration(seconds, 'short')).toBe(short);
    expect(formatDuration(seconds, 'long')).toBe(long);
  });

  test('a wait is never too short', () => {
    expect(formatDuration(61, 'long', Math.ceil)).toBe('2 minutes');
    expect(formatDuration(3_601, 'long', Math.ceil)).toBe('1 hour 1 minute');
  });

  test.each([
    [5_000, '0:05'],
    [59_600, '1:00'],
    [750_000, '12:30'],
  ])('a video of %d ms is %s long', (ms, text) => expect(formatPlayTime(ms)).toBe(text));
});

describe('days and times', () => {
  const moment = new Date('2026-11-21T20:05:00Z');

  test('are in the time zone that is named, else in the person’s, else in UTC', () => {
    expect(formatDay(moment, null)).toBe('November 21, 2026');
    expect(formatDay(moment.toISOString(), 'Asia/Tokyo')).toBe('November 22, 2026');
    expect(formatMoment(moment)).toBe('Nov 21, 2026, 8:05 PM');
    expect(as(AMERICAN, () => formatMoment(moment))).toBe('Nov 21, 2026, 9:05 PM');
    expect(as(AMERICAN, () => formatMoment(moment, null))).toBe('Nov 21, 2026, 8:05 PM');
    expect(formatMoment(moment.getTime(), 'Asia/Kolkata')).toBe('Nov 22, 2026, 1:35 AM');
    expect(formatTime(moment, 'Asia/Kolkata')).toBe('1:35 AM');
    expect(formatZonedMoment(moment, null)).toBe('November 21, 2026 at 8:05 PM UTC');
    expect(formatZonedMoment(moment, 'Europe/Berlin')).toBe('November 21, 2026 at 9:05 PM GMT+1');
  });

  test('follow the region', () => {
    as(GERMAN, () => {
      expect(formatDay(moment)).toBe('21 November 2026');
      expect(formatShortDay(moment)).toBe('21 Nov 2026');
      expect(formatMoment(moment)).toBe('21 Nov 2026, 21:05');
      expect(formatMoment(moment, 'Asia/Kolkata')).toBe('22 Nov 2026, 01:35');
      expect(formatZonedMoment(moment)).toBe('21 November 2026 at 21:05 GMT+1');
      expect(formatChartDay('2026-11-21')).toBe('21 Nov');
    });
    expect(as(INDIAN, () => formatMoment(moment))).toBe('21 Nov 2026, 9:05 PM');
  });

  test('have midnight and noon where they belong', () => {
    expect(formatTime('2026-11-21T00:00:00Z', null)).toBe('12:00 AM');
    expect(formatTime('2026-11-21T12:00:00Z', null)).toBe('12:00 PM');
    expect(as(GERMAN, () => formatTime('2026-11-21T00:00:00Z', null))).toBe('00:00');
  });

  test('are those of Intl for American English, in any zone', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const plain = (text: string) => text.replaceAll('\u202f', ' ');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (timeZone, at) => {
          const intl = (options: Intl.DateTimeFormatOptions) =>
            plain(new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(at));
          expect(formatDay(at, timeZone)).toBe(intl({ dateStyle: 'long' }));
          expect(formatMoment(at, timeZone)).toBe(
            intl({ dateStyle: 'medium', timeStyle: 'short' }),
          );
        },
      ),
    );
  });

  test.each([
    ['2026-11-22T15:40:00Z', 'Today, 3:40 PM', 'Today, 15:40'],
    ['2026-11-21T23:59:00Z', 'Yesterday', 'Yesterday'],
    ['2026-11-20T10:00:00Z', 'Nov 20', '20 Nov'],
    ['2026-01-01T00:00:00Z', 'Jan 1', '1 Jan'],
    ['2025-11-22T10:00:00Z', 'Nov 22, 2025', '22 Nov 2025'],
    ['2026-11-23T01:00:00Z', 'Nov 23', '23 Nov'],
    ['2027-11-23T01:00:00Z', 'Nov 23, 2027', '23 Nov 2027'],
  ])('%s is shown in lists as %s, or as %s', (at, text, german) => {
    const now = '2026-11-22T18:00:00Z';
    expect(formatRelativeDay(at, now, null)).toBe(text);
    expect(as(GERMAN, () => formatRelativeDay(at, now, null))).toBe(german);
  });

  test.each([
    [{ year: 2026, month: 11, day: 21 }, 'Today', 'Today'],
    [{ year: 2026, month: 11, day: 20 }, 'Yesterday', 'Yesterday'],
    [{ year: 2026, month: 11, day: 19 }, 'Thursday, November 19', 'Thursday, 19 November'],
    [
      { year: 2025, month: 11, day: 19 },
      'Wednesday, November 19, 2025',
      'Wednesday, 19 November 2025',
    ],
  ])('the day %o has the heading %s, or %s', (day, text, german) => {
    const today = { year: 2026, month: 11, day: 21 };
    expect(formatDayHeading(day, today)).toBe(text);
    expect(as(GERMAN, () => formatDayHeading(day, today))).toBe(german);
  });

  test.each([
    [{ year: 2026, month: 3, day: 1 }, 'Mar 1 – 12, 2026', '1 – 12 Mar 2026'],
    [{ year: 2026, month: 2, day: 20 }, 'Feb 20 – Mar 12, 2026', '20 Feb – 12 Mar 2026'],
    [
      { year: 2025, month: 12, day: 31 },
      'Dec 31, 2025 – Mar 12, 2026',
      '31 Dec 2025 – 12 Mar 2026',
    ],
    [{ year: 2026, month: 3, day: 12 }, 'Mar 12, 2026', '12 Mar 2026'],
  ])('the range from %o is put in as few words as possible', (from, text, german) => {
    const to = { year: 2026, month: 3, day: 12 };
    expect(formatDayRange(from, to)).toBe(text);
    expect(as(GERMAN, () => formatDayRange(from, to))).toBe(german);
  });
});
