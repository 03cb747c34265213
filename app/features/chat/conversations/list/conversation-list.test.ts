import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { ConversationItem } from '../conversation';
import {
  groupOf,
  matches,
  NO_FILTER,
  orderOf,
  groupIn,
  groupsOf,
  isUncertain,
  listedFrom,
  mergeChange,
  mergeCounts,
  mergeFolder,
  mergePage,
  type Listed,
  filterParams,
  isFiltered,
  listedAt,
} from './conversation-list';

function item(id: string, lastUpdated: number, more: Partial<ConversationItem> = {}) {
  const plain: ConversationItem = {
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
  return { ...plain, ...more };
}

const imported = (id: string, created: number) =>
  item(id, 99, { title: `[ChatGPT] ${id}`, originalCreationDate: created });

const changed = (conversation: ConversationItem) => ({ type: 'changed', conversation }) as const;
const removed = (id: string) => ({ type: 'removed', id }) as const;

const begins = {
  pinned: { items: [item('p', 1, { pinnedAt: 5 })], cursor: null },
  folders: [
    { id: 'f', name: 'Work', count: 2 },
    { id: 'e', name: 'empty', count: 0 },
  ],
  others: { items: [item('c', 30), item('b', 20), item('a', 10)], cursor: null },
  imports: { items: [imported('z', 9), imported('y', 8)], cursor: null, count: 2 },
  seq: 0,
};
const list = listedFrom(begins);
/** The folder is loaded, too. */
const loaded = mergePage(list, 'folder:f', {
  items: [item('n', 7, { folderId: 'f' }), item('m', 6, { folderId: 'f' })],
  cursor: null,
});

/** Each non-empty part, and the counts. */
function shown(listed: Listed): string {
  const parts = (['pinned', 'folder:f', 'folder:e', 'imports', 'others', 'archived'] as const).map(
    (name) => {
      const { items, count } = groupIn(listed, name);
      return items.map(({ id }) => id).join('') + (count ?? '');
    },
  );
  return parts.join(' ');
}

test('the list begins with folders by name, whose conversations are not loaded', () => {
  expect(list.folders.map(({ name }) => name)).toEqual(['empty', 'Work']);
  expect(shown(list)).toBe('p 2 0 zy2 cba ');
  expect(groupIn(list, 'folder:f').cursor).toBe('');
  expect(groupIn(list, 'folder:e').cursor).toBeNull();
  expect(groupIn(list, 'archived').cursor).toBe('');
});

describe('a live change', () => {
  test.each([
    ['a changed conversation moves to its place', changed(item('a', 40)), 'p nm2 0 zy2 acb '],
    ['a new conversation is added', changed(item('d', 25)), 'p nm2 0 zy2 cdba '],
    ['a removed conversation disappears', removed('b'), 'p nm2 0 zy2 ca '],
    [
      'a conversation without a message is not listed',
      changed(item('x', 50, { lastMessage: '' })),
      'p nm2 0 zy2 cba ',
    ],
    [
      'an import is sorted by its original creation',
      changed(imported('x', 8.5)),
      'p nm2 0 zxy3 cba ',
    ],
    ['a removed import is counted', removed('y'), 'p nm2 0 z1 cba '],
    [
      'a typed mark moves it to the imports',
      changed(item('b', 20, { title: '[ChatGPT] b' })),
      'p nm2 0 bzy3 ca ',
    ],
    [
      'an import that is renamed stays where it is',
      changed({ ...imported('y', 8), title: '[ChatGPT] other' }),
      'p nm2 0 zy2 cba ',
    ],
    [
      'the conversation that was pinned last is on top',
      changed(item('a', 10, { pinnedAt: 6 })),
      'ap nm2 0 zy2 cb ',
    ],
    [
      'a pinned import is no longer counted',
      changed({ ...imported('z', 9), pinnedAt: 4 }),
      'pz nm2 0 y1 cba ',
    ],
    [
      'a conversation in a folder is pinned',
      changed(item('n', 7, { folderId: 'f', pinnedAt: 4 })),
      'pn m1 0 zy2 cba ',
    ],
    ['an unpinned conversation returns to its place', changed(item('p', 15)), ' nm2 0 zy2 cbpa '],
    [
      'a conversation moves into a folder',
      changed(item('b', 20, { folderId: 'e' })),
      'p nm2 b1 zy2 ca ',
    ],
    ['a conversation leaves its folder', changed(item('m', 6)), 'p n1 0 zy2 cbam '],
    [
      'an archived conversation leaves every other part',
      changed(item('n', 7, { folderId: 'f', pinnedAt: 9, archived: true })),
      'p m1 0 zy2 cba n',
    ],
    [
      'several conversations change at once',
      {
        type: 'several' as const,
        changed: [item('a', 10, { archived: true }), { ...imported('y', 8), archived: true }],
        removed: ['m', 'c'],
      },
      'p n1 0 z1 b ay',
    ],
  ])('is merged once even if it arrives twice: %s', (_what, change, expected) => {
    const once = mergeChange(loaded, change, NO_FILTER);
    expect(shown(once)).toBe(expected);
    expect(shown(mergeChange(once, change, NO_FILTER))).toBe(expected);
  });

  test('leaves out what the filter excludes, and removes what no longer matches it', () => {
    const filter = { text: 'HELLO', range: null };
    const bye = (id: string) => changed(item(id, 50, { lastMessage: 'Bye' }));
    expect(shown(mergeChange(loaded, bye('d'), filter))).toBe('p nm2 0 zy2 cba ');
    expect(shown(mergeChange(loaded, bye('b'), filter))).toBe('p nm2 0 zy2 ca ');
  });

  const ids = ['a', 'b', 'c', 'n', 'p', 'z', 'new'];
  const anyItem = fc
    .record({
      id: fc.constantFrom(...ids),
      lastUpdated: fc.nat(50),
      isImport: fc.boolean(),
      lastMessage: fc.constantFrom('', 'Hello', 'Bye'),
      pinnedAt: fc.option(fc.nat(9)),
      archived: fc.boolean(),
      folderId: fc.constantFrom(null, 'f', 'e'),
    })
    .map(({ isImport, id, ...more }) =>
      item(id, more.lastUpdated, { ...more, title: isImport ? `[ChatGPT] ${id}` : id }),
    );
  const anyChange = fc.oneof(
    anyItem.map(changed),
    fc.constantFrom(...ids).map(removed),
    fc
      .record({
        changed: fc.uniqueArray(anyItem, { selector: ({ id }) => id }),
        removed: fc.constant<string[]>([]),
      })
      .map((several) => ({ type: 'several', ...several }) as const),
  );

  test('keeps each conversation in its only part, in order, and counted', () => {
    fc.assert(
      fc.property(
        fc.array(anyChange, { maxLength: 12 }),
        fc.constantFrom('', 'hello'),
        (changes, text) => {
          const filter = { text, range: null };
          const after = changes.reduce(
            (listed, change) => mergeChange(listed, change, filter),
            loaded,
          );
          const seen = new Set<string>();
          for (const [name, { items, count }] of groupsOf(after)) {
            for (const one of items) {
              expect(seen.has(one.id)).toBe(false);
              seen.add(one.id);
              expect(groupOf(one)).toBe(name);
              expect(one.lastMessage).not.toBe('');
              expect(matches(one, filter)).toBe(true);
            }
            expect(items).toEqual(items.toSorted(orderOf(name)));
            if (count !== null) expect(count).toBe(items.length);
          }
        },
      ),
    );
  });

  test('leaves the counts to the server if it may concern conversations that are not loaded', () => {
    expect(isUncertain(list, changed(item('far', 1)))).toBe(true);
    expect(isUncertain(list, removed('far'))).toBe(true);
    expect(isUncertain(list, removed('a'))).toBe(false);
    expect(isUncertain(list, changed(imported('z', 9)))).toBe(false);
    expect(isUncertain(loaded, removed('far'))).toBe(false);
  });
});

test('the server’s counts win, and a part with conversations missing is loaded again', () => {
  const after = mergeCounts(loaded, { imports: 2, folders: { e: 3 } });
  expect(shown(after)).toBe('p nm0 3 zy2 cba ');
  expect(groupIn(after, 'folder:e').cursor).toBe('');
  expect(groupIn(after, 'imports').cursor).toBeNull();
});

describe('an older page', () => {
  test('is appended without duplicating what a live change moved', () => {
    const page = {
      items: [item('a', 5), item('p', 4), item('w', 1)],
      cursor: 'next',
    };
    const merged = mergePage(list, 'others', page);
    expect(shown(merged)).toBe('p 2 0 zy2 cbaw ');
    expect(groupIn(merged, 'others').cursor).toBe('next');
  });

  test('keeps the server’s order at equal times: the greater id first', () => {
    const one = listedFrom({ ...begins, others: { items: [item('a', 1)], cursor: 'x' } });
    const merged = mergePage(one, 'others', { items: [item('b', 1)], cursor: null });
    expect(groupIn(merged, 'others').items.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  test('sets the count if it is the last one', () => {
    const last = mergePage(list, 'folder:f', {
      items: [item('n', 7, { folderId: 'f' })],
      cursor: null,
    });
    expect(groupIn(last, 'folder:f').count).toBe(1);
  });
});

describe('a folder', () => {
  test('is added by name and empty, and keeps its conversations when renamed', () => {
    const added = mergeFolder(loaded, { type: 'changed', folder: { id: 'g', name: 'Family' } });
    expect(added.folders.map(({ id }) => id)).toEqual(['e', 'g', 'f']);
    expect(groupIn(added, 'folder:g')).toEqual({ items: [], cursor: null, count: 0 });
    const renamed = mergeFolder(added, { type: 'changed', folder: { id: 'f', name: 'Aims' } });
    expect(renamed.folders.map(({ id }) => id)).toEqual(['f', 'e', 'g']);
    expect(shown(renamed)).toBe(shown(loaded));
  });

  test('is removed', () => {
    const gone = mergeFolder(loaded, { type: 'removed', id: 'f' });
    expect(gone.folders.map(({ id }) => id)).toEqual(['e']);
    expect(shown(gone)).toBe('p 0 0 zy2 cba ');
  });
});

const filteredItem: ConversationItem = {
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
const filteredImport = {
  ...filteredItem,
  title: '[ChatGPT] Old talk',
  originalCreationDate: 1_000,
};

describe('the text of a filter', () => {
  test.each(['', 'ärger', 'ÄRGER', 'rabatt', 'drei ideen', '100 %', '.'])(
    '%j is contained in title or last message, whatever its case',
    (text) => {
      expect(matches(filteredItem, { text, range: null })).toBe(true);
    },
  );

  test.each(['100 _', 'x', 'Rabatt Drei', '%Ideen'])('%j does not match', (text) => {
    expect(matches(filteredItem, { text, range: null })).toBe(false);
  });
});

describe('the dates of a filter', () => {
  test('are inclusive at both ends', () => {
    const within = (from: number, to: number) =>
      matches(filteredItem, { text: '', range: { from, to } });
    expect(within(2_000, 2_000)).toBe(true);
    expect(within(1_000, 2_000)).toBe(true);
    expect(within(2_000, 3_000)).toBe(true);
    expect(within(2_001, 3_000)).toBe(false);
    expect(within(1_000, 1_999)).toBe(false);
  });

  test('apply to the original creation of an import, or to its last update without one', () => {
    expect(listedAt(filteredImport)).toBe(1_000);
    expect(listedAt({ ...filteredImport, originalCreationDate: null })).toBe(2_000);
    expect(listedAt({ ...filteredItem, originalCreationDate: 1_000 })).toBe(2_000);
  });
});

test('text and dates of a filter must both match', () => {
  const range = { from: 0, to: 1_500 };
  expect(matches(filteredImport, { text: 'old', range })).toBe(true);
  expect(matches(filteredImport, { text: 'new', range })).toBe(false);
  expect(matches(filteredItem, { text: 'rabatt', range })).toBe(false);
});

test('an empty filter is no filter', () => {
  expect(isFiltered(NO_FILTER)).toBe(false);
  expect(isFiltered({ text: 'a', range: null })).toBe(true);
  expect(isFiltered({ text: '', range: { from: 0, to: 1 } })).toBe(true);
  expect(filterParams(NO_FILTER).toString()).toBe('');
  expect(filterParams({ text: 'a&b', range: { from: 0, to: 1 } }).toString()).toBe(
    'q=a%26b&from=0&to=1',
  );
});
