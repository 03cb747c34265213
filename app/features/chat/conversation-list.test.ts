import { describe, expect, test } from 'vitest';

import type { ConversationItem } from './conversation';
import { NO_FILTER } from './conversation-filter';
import { isUncertain, mergeChange, mergePage, type Listed } from './conversation-list';

function item(id: string, lastUpdated: number, more: Partial<ConversationItem> = {}) {
  return {
    id,
    title: id,
    lastMessage: 'Hello',
    lastUpdated,
    originalCreationDate: null,
    isPublic: false,
    ...more,
  };
}

const imported = (id: string, created: number) =>
  item(id, 99, { title: `[ChatGPT] ${id}`, originalCreationDate: created });

const changed = (conversation: ConversationItem) => ({ type: 'changed', conversation }) as const;
const removed = (id: string) => ({ type: 'removed', id }) as const;

const list: Listed = {
  others: { items: [item('c', 30), item('b', 20), item('a', 10)], cursor: null },
  imports: { items: [imported('z', 9), imported('y', 8)], cursor: null, count: 2 },
};

function shown({ others, imports }: Listed): string {
  const ids = (items: ConversationItem[]) => items.map(({ id }) => id).join('');
  return `${ids(others.items)} ${ids(imports.items)} ${imports.count}`;
}

describe('a live change', () => {
  test.each([
    ['one moves to its place', changed(item('a', 40)), 'acb zy 2'],
    ['a new one comes in', changed(item('d', 25)), 'cdba zy 2'],
    ['a removed one goes', removed('b'), 'ca zy 2'],
    [
      'one without a message is not listed',
      changed(item('x', 50, { lastMessage: '' })),
      'cba zy 2',
    ],
    ['an import is sorted by its original creation', changed(imported('x', 8.5)), 'cba zxy 3'],
    ['a removed import is counted', removed('y'), 'cba z 1'],
    [
      'a typed mark moves it to the imports',
      changed(item('b', 20, { title: '[ChatGPT] b' })),
      'ca bzy 3',
    ],
    [
      'an import that is renamed stays where it is',
      changed({ ...imported('y', 8), title: '[ChatGPT] other' }),
      'cba zy 2',
    ],
  ])('%s', (_what, change, expected) => {
    expect(shown(mergeChange(list, change, NO_FILTER))).toBe(expected);
  });

  test('what the filter leaves out does not come in, and goes when it no longer matches', () => {
    const filter = { text: 'HELLO', range: null };
    expect(shown(mergeChange(list, changed(item('d', 50, { lastMessage: 'Bye' })), filter))).toBe(
      'cba zy 2',
    );
    expect(shown(mergeChange(list, changed(item('b', 50, { lastMessage: 'Bye' })), filter))).toBe(
      'ca zy 2',
    );
  });

  test('leaves the count to the server where it may concern an import that is not loaded', () => {
    const long: Listed = {
      others: { ...list.others, cursor: 'more' },
      imports: { ...list.imports, cursor: 'more', count: 80 },
    };
    expect(isUncertain(long, changed(imported('far', 1)))).toBe(true);
    expect(isUncertain(long, removed('far'))).toBe(true);
    expect(isUncertain(long, removed('a'))).toBe(false);
    expect(isUncertain(long, changed(imported('z', 9)))).toBe(false);
    expect(isUncertain(list, removed('far'))).toBe(false);
  });
});

test('an older page goes behind, without doubling what a live change moved up', () => {
  const page = { items: [item('a', 5), item('w', 1)], cursor: 'next' };
  const merged = mergePage(list, 'others', page);
  expect(shown(merged)).toBe('cbaw zy 2');
  expect(merged.others.cursor).toBe('next');
});

test('conversations of the same moment keep the order of the server: the greater id first', () => {
  const one: Listed = { ...list, others: { items: [item('a', 1)], cursor: 'x' } };
  expect(shown(mergePage(one, 'others', { items: [item('b', 1)], cursor: null }))).toBe('ba zy 2');
});
