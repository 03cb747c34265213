import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  inOrder,
  hasFilter,
  matches,
  mergeChange,
  mergeFirst,
  mergePage,
  withDates,
  withFavorite,
  withItem,
  withMade,
} from './gallery-list';
import type { ItemPage, ItemView } from '../media';

function itemAt(second: number, more: Partial<ItemView> = {}): ItemView {
  const id = `id-${String(second).padStart(4, '0')}`;
  return {
    id,
    jobId: null,
    kind: 'image',
    width: 1024,
    height: 1024,
    bytes: 1,
    type: 'image/png',
    favourite: false,
    createdAt: new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString(),
    prompt: '',
    model: 'm',
    durationMs: null,
    url: '',
    thumbUrl: '',
    ...more,
  };
}

/** The seconds of the items in a list. */
const seconds = ({ items }: ItemPage) => items.map(({ id }) => Number(id.slice(3)));
const listOf = (...of: number[]) => of.map((second) => itemAt(second));

test('an item beyond the loaded part is at the end of the list, and once in it with its page', () => {
  const list = withItem({ items: listOf(9, 8), cursor: 'c' }, itemAt(2));
  expect(seconds(list)).toEqual([9, 8, 2]);
  const next = { items: listOf(7, 2, 1), cursor: null };
  expect(seconds(mergePage(list, next))).toEqual([9, 8, 7, 2, 1]);
  expect(seconds(withItem(list, itemAt(8)))).toEqual([9, 8, 2]);
});

describe('a change', () => {
  test('of an item in the list replaces it', () => {
    const list = { items: listOf(3, 2, 1), cursor: 'c' };
    const item = itemAt(2, { favourite: true });
    const after = mergeChange(list, { type: 'changed', item }, {});
    expect(seconds(after)).toEqual([3, 2, 1]);
    expect(after.items[1]?.favourite).toBe(true);
  });

  test('adds a new item in its place', () => {
    const list = { items: listOf(4, 2), cursor: 'c' };
    expect(seconds(mergeChange(list, { type: 'changed', item: itemAt(5) }, {}))).toEqual([5, 4, 2]);
    expect(seconds(mergeChange(list, { type: 'changed', item: itemAt(3) }, {}))).toEqual([4, 3, 2]);
  });

  test('beyond the loaded part of the list waits for its page', () => {
    const change = { type: 'changed', item: itemAt(1) } as const;
    expect(seconds(mergeChange({ items: listOf(4, 2), cursor: 'c' }, change, {}))).toEqual([4, 2]);
    expect(seconds(mergeChange({ items: listOf(4, 2), cursor: null }, change, {}))).toEqual([
      4, 2, 1,
    ]);
  });

  test('removes an item that the filter no longer matches', () => {
    const items = [itemAt(2, { favourite: true }), itemAt(1, { favourite: true })];
    const change = { type: 'changed', item: itemAt(2) } as const;
    expect(seconds(mergeChange({ items, cursor: null }, change, { favourite: true }))).toEqual([1]);
  });

  test('removes deleted items, and returns the same list if it has none of them', () => {
    const list = { items: listOf(3, 2, 1), cursor: null };
    const removed = mergeChange(list, { type: 'removed', ids: ['id-0003', 'id-0001'] }, {});
    expect(seconds(removed)).toEqual([2]);
    expect(mergeChange(list, { type: 'removed', ids: ['id-0009'] }, {})).toBe(list);
  });
});

test('a filter by days includes the first and the last instant', () => {
  const filter = { from: itemAt(2).createdAt, to: itemAt(4).createdAt };
  expect([1, 2, 3, 4, 5].filter((second) => matches(itemAt(second), filter))).toEqual([2, 3, 4]);
});

test('a filter by kind or LoRA matches only its items', () => {
  const items = [itemAt(1), itemAt(2, { kind: 'video' }), itemAt(3, { loraId: 'l' })];
  const fits = (filter: Parameters<typeof matches>[1]) =>
    seconds({ items: items.filter((item) => matches(item, filter)), cursor: null });
  expect(fits({ kind: 'video' })).toEqual([2]);
  expect(fits({ kind: 'image' })).toEqual([1, 3]);
  expect(fits({ loraId: 'l' })).toEqual([3]);
});

test('changing one part of a filter leaves the others', () => {
  const days = { from: itemAt(2).createdAt, to: itemAt(4).createdAt };
  const both = withDates(withFavorite({}, true), days);
  expect(both).toEqual({ favourite: true, ...days });
  expect(withDates(both, null)).toEqual({ favourite: true });
  expect(withFavorite(both, false)).toEqual(days);
  expect(hasFilter(both)).toBe(true);
  expect(hasFilter(withDates(days, null))).toBe(false);
  expect(withMade({ ...both, kind: 'image' }, { loraId: 'l' })).toEqual({ ...both, loraId: 'l' });
  expect(withMade({ ...both, loraId: 'l' }, { kind: 'video' })).toEqual({ ...both, kind: 'video' });
  expect(withMade({ kind: 'video' }, {})).toEqual({});
  expect(hasFilter({ kind: 'image' })).toBe(true);
  expect(hasFilter({ loraId: 'l' })).toBe(true);
});

describe('pages', () => {
  test('join in order and without duplicates, whatever live events brought', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50)), fc.uniqueArray(fc.nat(50)), (loaded, next) => {
        const list = { items: listOf(...loaded).sort(inOrder), cursor: 'c' };
        const after = mergePage(list, { items: listOf(...next), cursor: null });
        const all = [...new Set([...loaded, ...next])].sort((a, b) => b - a);
        expect(seconds(after)).toEqual(all);
        expect(after.cursor).toBeNull();
      }),
    );
  });

  test('keep their later items when the first page is reloaded', () => {
    const list = { items: listOf(5, 4, 3, 2, 1), cursor: 'old' };
    const after = mergeFirst(list, { items: listOf(7, 5, 3), cursor: 'new' });
    expect(seconds(after)).toEqual([7, 5, 3, 2, 1]);
    expect(after.cursor).toBe('old');
  });

  test('are replaced by a reloaded first page that doesn’t overlap them, or is the last', () => {
    const list = { items: listOf(2, 1), cursor: 'old' };
    const far = { items: listOf(9, 8), cursor: 'new' };
    expect(mergeFirst(list, far)).toBe(far);
    const last = { items: listOf(2), cursor: null };
    expect(mergeFirst(list, last)).toBe(last);
  });
});
