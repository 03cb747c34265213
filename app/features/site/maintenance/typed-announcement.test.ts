import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { localText, momentOf, readAnnouncement } from './typed-announcement';

const now = new Date('2026-11-21T12:00:00Z');

test('an announcement is put on one line, and its end is read in the admin’s time zone', () => {
  expect(
    readAnnouncement(
      { text: ' New disks,\n until {end}. ', until: '2026-11-21T14:00' },
      'Europe/Berlin',
      now,
    ),
  ).toEqual({
    announcement: { text: 'New disks, until {end}.', until: new Date('2026-11-21T13:00:00Z') },
    problems: {},
  });
});

test.each([
  [{ text: '', until: '' }, ['until']],
  [{ text: '', until: '2026-11-21T12:00' }, ['until']],
  [{ text: '', until: '2028-01-01T12:00' }, ['until']],
  [{ text: '😀'.repeat(301), until: '2026-11-21T12:01' }, ['text']],
  [{ text: '😀'.repeat(300), until: '2026-11-21T12:01' }, []],
])('the announcement %j has problems in the fields %j', (typed, fields) => {
  const { announcement, problems } = readAnnouncement(typed, 'UTC', now);
  expect(Object.keys(problems)).toEqual(fields);
  expect(announcement === null).toBe(fields.length > 0);
});

const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
);

describe('the moment of a date and time', () => {
  test.each([
    ['2026-07-01T12:30', 'Europe/Berlin', '2026-07-01T10:30:00.000Z'],
    ['2026-12-01T12:30', 'Europe/Berlin', '2026-12-01T11:30:00.000Z'],
    ['2026-12-01T12:30', 'Pacific/Kiritimati', '2026-11-30T22:30:00.000Z'],
    ['2026-12-01T12:30:45', 'UTC', '2026-12-01T12:30:00.000Z'],
    // Clocks skip from two to three.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ])('of %s in %s is found', (local, timeZone, moment) => {
    expect(momentOf(local, timeZone)?.toISOString()).toBe(moment);
  });

  test.each(['', 'soon', '2026-02-30T10:00', '2026-13-01T10:00', '2026-01-01T25:00', '2026-01-01'])(
    'is not found in %j',
    (local) => {
      expect(momentOf(local, 'UTC')).toBeNull();
    },
  );

  test('is shown again by a clock in that time zone', () => {
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
