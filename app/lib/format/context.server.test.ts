import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  adoptFormatContext,
  AMERICAN,
  formatAttribute,
  formatContext,
  noteZone,
  provideFormatContext,
} from './context';
import { conventionsOf, serverContext, withFormatContext } from './context.server';
import { formatDay, formatMoment, formatRelativeDay, formatShortDay } from './dates';
import { formatDuration } from './durations';
import { formatMoney } from './money';
import { formatBytes, formatCompact, formatNumber } from './numbers';

describe('the conventions of a browser', () => {
  test.each([
    ['de-DE,de;q=0.9,en;q=0.8', { monthFirst: false, clock: 24, group: '.', decimal: ',' }],
    // Firefox sends languages without a region.
    ['de,en-US;q=0.7', { monthFirst: false, clock: 24, group: '.', decimal: ',' }],
    ['de-CH', { group: '’', decimal: '.', currency: 'spaced', weekStart: 1 }],
    ['fr-FR', { group: '\u00a0', decimal: ',', currency: 'after' }],
    ['en-GB', { monthFirst: false, clock: 24, group: ',', currency: 'before', weekStart: 1 }],
    ['en-AU', { monthFirst: false, clock: 12 }],
    ['en-IN', { monthFirst: false, clock: 12, lakhs: true }],
    ['ja', { monthFirst: true, clock: 24, weekStart: 0 }],
    ['ar-EG', { group: ',', decimal: '.', weekStart: 6 }],
    ['zh-Hant-TW', { monthFirst: true }],
    // Language and region don't have to go together.
    ['en-DE', { monthFirst: false, clock: 24, group: '.' }],
  ])('that sends %s are those of its region', (header, expected) => {
    expect(conventionsOf(header)).toMatchObject(expected);
  });

  test.each([
    undefined,
    '',
    '*',
    'en-US,en;q=0.9',
    'en',
    '-',
    'de_DE',
    '1',
    'x-private',
    `de-DE-${'x'.repeat(100)}`,
    '\0',
    'zz',
  ])('that sends %j are American', (header) => {
    expect(conventionsOf(header)).toEqual(AMERICAN);
  });

  test('are complete, whatever it sends', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), tag), (header) => {
        const { group, decimal, weekStart } = conventionsOf(header);
        expect([',', '.', '’', '\u00a0']).toContain(group);
        expect([',', '.']).toContain(decimal);
        expect(group).not.toBe(decimal);
        expect([0, 1, 2, 3, 4, 5, 6]).toContain(weekStart);
      }),
    );
  });
});

const tag = fc
  .tuple(
    fc.constantFrom('en', 'de', 'fr', 'es', 'pt', 'ar', 'fa', 'hi', 'ja', 'sv', 'he', 'th', 'xx'),
    fc.constantFrom('', '-US', '-DE', '-CH', '-IN', '-419', '-EG', '-IR', '-JP', '-ZA', '-ZZ'),
  )
  .map((parts) => parts.join(''));
const moment = fc.date({
  min: new Date('1990-01-01'),
  max: new Date('2060-01-01'),
  noInvalidDate: true,
});
const zone = fc.constantFrom(
  null,
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Mars/Olympus',
);

/** Everything that a page may show. */
function page(at: Date, value: number): string[] {
  return [
    formatDay(at),
    formatShortDay(at),
    formatMoment(at),
    formatRelativeDay(at, formatContext().now),
    formatNumber(value / 8),
    formatCompact(value),
    formatBytes(value),
    formatMoney(value, 'eur'),
    formatDuration(value, 'short'),
  ];
}

test('a browser renders what the server rendered, for any region, zone, and moment', () => {
  fc.assert(
    fc.property(tag, zone, moment, fc.nat(), (header, timeZone, at, value) => {
      const server = withFormatContext(header, () => {
        noteZone(timeZone);
        return { attribute: formatAttribute(), text: page(at, value) };
      });
      try {
        adoptFormatContext(server.attribute);
        expect(page(at, value)).toEqual(server.text);
      } finally {
        provideFormatContext(serverContext);
      }
    }),
  );
});

test('each request has its own conventions and zone, and what runs outside of one is American', async () => {
  const at = new Date('2026-11-22T15:40:00Z');
  const shown = (header: string, timeZone: string) =>
    withFormatContext(header, async () => {
      await Promise.resolve();
      noteZone(timeZone);
      await new Promise((resolve) => setImmediate(resolve));
      return formatMoment(at);
    });
  expect(
    await Promise.all([shown('de-DE', 'Europe/Berlin'), shown('en-US', 'America/New_York')]),
  ).toEqual(['22 Nov 2026, 16:40', 'Nov 22, 2026, 10:40 AM']);
  noteZone('Europe/Berlin');
  expect(formatMoment(at)).toBe('Nov 22, 2026, 3:40 PM');
});
