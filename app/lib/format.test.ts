import { expect, test } from 'vitest';

import {
  formatBytes,
  formatCount,
  formatDay,
  formatMoment,
  formatMoney,
  formatNumber,
  formatZonedMoment,
} from './format';

test.each([
  [0, '0'],
  [12_345, '12,345'],
])('the number %d is formatted as %s', (value, text) => expect(formatNumber(value)).toBe(text));

test.each([
  [1_900, 'eur', '€19'],
  [1_950, 'usd', '$19.50'],
  [1_900, 'jpy', '¥1,900'],
  [0, 'gbp', '£0'],
  [120_000, 'chf', 'CHF 1,200'],
  [1_500, 'kwd', 'KWD 1.500'],
])('the amount %d %s is formatted as %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency).replace('\u00a0', ' ')).toBe(text);
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

test("days and times are in the person's time zone, and in UTC if that is unknown", () => {
  const moment = new Date('2026-11-21T20:05:00Z');
  expect(formatDay(moment, null)).toBe('November 21, 2026');
  expect(formatDay(moment.toISOString(), 'Asia/Tokyo')).toBe('November 22, 2026');
  expect(formatMoment(moment, null)).toBe('Nov 21, 2026, 8:05 PM');
  expect(formatMoment(moment.getTime(), 'Asia/Kolkata')).toBe('Nov 22, 2026, 1:35 AM');
  expect(formatZonedMoment(moment, null)).toBe('November 21, 2026 at 8:05 PM UTC');
  expect(formatZonedMoment(moment, 'Europe/Berlin')).toBe('November 21, 2026 at 9:05 PM GMT+1');
});
