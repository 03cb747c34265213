import { describe, expect, test } from 'vitest';

import type { ConversationItem } from '../conversation';
import { filterParams, isFiltered, listedAt, matches, NO_FILTER } from './conversation-filter';

const item: ConversationItem = {
  id: 'a',
  title: 'Ärger mit 100 % Rabatt',
  lastMessage: 'Drei Ideen.',
  lastUpdated: 2_000,
  originalCreationDate: null,
  isPublic: false,
  pinnedAt: null,
  archived: false,
  folderId: null,
};
const imported = { ...item, title: '[ChatGPT] Old talk', originalCreationDate: 1_000 };

describe('the text', () => {
  test.each(['', 'ärger', 'ÄRGER', 'rabatt', 'drei ideen', '100 %', '.'])(
    '%j is contained in title or last message, whatever its case',
    (text) => {
      expect(matches(item, { text, range: null })).toBe(true);
    },
  );

  test.each(['100 _', 'x', 'Rabatt Drei', '%Ideen'])('%j is not', (text) => {
    expect(matches(item, { text, range: null })).toBe(false);
  });
});

describe('the dates', () => {
  test('both ends count', () => {
    const within = (from: number, to: number) => matches(item, { text: '', range: { from, to } });
    expect(within(2_000, 2_000)).toBe(true);
    expect(within(1_000, 2_000)).toBe(true);
    expect(within(2_000, 3_000)).toBe(true);
    expect(within(2_001, 3_000)).toBe(false);
    expect(within(1_000, 1_999)).toBe(false);
  });

  test('an import goes by its original creation, and without one by its last update', () => {
    expect(listedAt(imported)).toBe(1_000);
    expect(listedAt({ ...imported, originalCreationDate: null })).toBe(2_000);
    expect(listedAt({ ...item, originalCreationDate: 1_000 })).toBe(2_000);
  });
});

test('both must hold', () => {
  const range = { from: 0, to: 1_500 };
  expect(matches(imported, { text: 'old', range })).toBe(true);
  expect(matches(imported, { text: 'new', range })).toBe(false);
  expect(matches(item, { text: 'rabatt', range })).toBe(false);
});

test('an empty filter is none', () => {
  expect(isFiltered(NO_FILTER)).toBe(false);
  expect(isFiltered({ text: 'a', range: null })).toBe(true);
  expect(isFiltered({ text: '', range: { from: 0, to: 1 } })).toBe(true);
  expect(filterParams(NO_FILTER).toString()).toBe('');
  expect(filterParams({ text: 'a&b', range: { from: 0, to: 1 } }).toString()).toBe(
    'q=a%26b&from=0&to=1',
  );
});
