import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';

import { dayOf, startOfDay } from '~/lib/local-days';
import { DAY_MS } from '~/lib/time';

import type { ConversationItem } from '../conversation';
import { byNewest } from './conversation-list';
import { dayHeadings, localDay } from './day-groups';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/Havana',
];

const own = process.env.TZ;
afterEach(() => {
  process.env.TZ = own;
});

function item(id: string, lastUpdated: number): ConversationItem {
  return {
    id,
    title: id,
    lastMessage: 'Hello',
    lastUpdated,
    originalCreationDate: null,
    isPublic: false,
    pinnedAt: null,
    archived: false,
    folderId: null,
  };
}

/** Each group's label and its conversations. */
function groupsOf(items: ConversationItem[], now: number): [string, ConversationItem[]][] {
  const headings = dayHeadings(items, localDay, localDay(now));
  const groups: [string, ConversationItem[]][] = [];
  for (const one of items) {
    const label = headings.get(one.id);
    if (label !== undefined) groups.push([label, []]);
    groups.at(-1)![1].push(one);
  }
  return groups;
}

const zone = fc.constantFrom(...ZONES);
const moment = fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2035, 0, 1) });
/** A moment near the other one, where the groups are short. */
const near = fc.integer({ min: -90 * DAY_MS, max: DAY_MS });
const ages = fc.array(fc.oneof(near, fc.integer({ min: -4_000 * DAY_MS, max: 0 })), {
  minLength: 1,
  maxLength: 60,
});

test('every conversation is in exactly one group, in the order of the list, in every time zone', () => {
  fc.assert(
    fc.property(zone, moment, ages, (timeZone, now, list) => {
      process.env.TZ = timeZone;
      const items = list.map((age, index) => item(`c${index}`, now + age)).sort(byNewest);
      const groups = groupsOf(items, now);
      expect(groups.flatMap(([, some]) => some)).toEqual(items);
      const labels = groups.map(([label]) => label);
      expect(new Set(labels).size).toBe(labels.length);
    }),
  );
});

test('the latest groups begin with the first moments of their days, on days of any length', () => {
  fc.assert(
    fc.property(zone, moment, near, (timeZone, now, age) => {
      process.env.TZ = timeZone;
      const at = now + age;
      const [[label]] = groupsOf([item('c', at)], now) as [[string, ConversationItem[]]];
      const today = dayOf(new Date(now), timeZone);
      // The days before, by the calendar: the zone may have skipped one of them.
      const begins = (days: number) => {
        const day = new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10);
        return startOfDay(day, timeZone).getTime();
      };
      const expected =
        at >= begins(0)
          ? 'Today'
          : at >= begins(1)
            ? 'Yesterday'
            : at >= begins(7)
              ? 'Previous 7 days'
              : at >= begins(30)
                ? 'Previous 30 days'
                : null;
      if (expected === null) expect(label).toMatch(/^[A-Z][a-z]+( \d{4})?$/);
      else expect(label).toBe(expected);
    }),
  );
});

test('older conversations are grouped by month, with the year unless it is this one', () => {
  process.env.TZ = 'America/New_York';
  const at = (date: string) => item(date, Date.parse(date));
  const groups = groupsOf(
    [
      at('2026-11-22T15:00:00Z'),
      // Still the evening of the 21st in New York.
      at('2026-11-22T04:00:00Z'),
      at('2026-11-15T12:00:00Z'),
      at('2026-10-23T12:00:00Z'),
      at('2026-10-22T12:00:00Z'),
      at('2026-03-01T04:00:00Z'),
      at('2025-12-31T12:00:00Z'),
      at('2025-02-01T12:00:00Z'),
    ],
    Date.parse('2026-11-22T16:00:00Z'),
  );
  expect(groups.map(([label, { length }]) => [label, length])).toEqual([
    ['Today', 1],
    ['Yesterday', 1],
    ['Previous 7 days', 1],
    ['Previous 30 days', 1],
    ['October', 1],
    ['February', 1],
    ['December 2025', 1],
    ['February 2025', 1],
  ]);
});
