import { expect, test } from 'vitest';

import { readAnnouncement } from './typed-announcement';

const now = new Date('2026-11-21T12:00:00Z');

test('what was typed is kept on one line, its end in the time zone it was typed in', () => {
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
])('%j has something wrong at %j', (typed, fields) => {
  const { announcement, problems } = readAnnouncement(typed, 'UTC', now);
  expect(Object.keys(problems)).toEqual(fields);
  expect(announcement === null).toBe(fields.length > 0);
});
