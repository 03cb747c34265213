import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { ContentItem } from '../content/content';
import {
  byNewest,
  isUncertain,
  mergeChange,
  mergePage,
  pageOf,
  type SavedList,
} from './saved-list';

function item(id: string, createdAt: number, more: Partial<ContentItem> = {}): ContentItem {
  const place = { category: 'social', folderId: null } as const;
  const times = { createdAt, updatedAt: createdAt };
  return { id, title: id, format: null, demo: false, version: 1, ...times, ...place, ...more };
}

const FOLDER = { id: 'f', category: 'social', name: 'Folder' } as const;
const LIST: SavedList = {
  folders: [FOLDER],
  pages: {
    social: { items: [item('b', 20), item('a', 10)], cursor: null },
    f: { items: [item('d', 15, { folderId: 'f' })], cursor: null },
  },
};
const ids = (list: SavedList, key: string) => pageOf(list, key).items.map(({ id }) => id);

describe('a live event', () => {
  test('inserts a new content in order, newest first', () => {
    const next = mergeChange(LIST, { type: 'changed', item: item('c', 15) });
    expect(ids(next, 'social')).toEqual(['b', 'c', 'a']);
  });

  test('moves a content to its new place', () => {
    const moved = item('b', 20, { folderId: 'f' });
    const next = mergeChange(LIST, { type: 'changed', item: moved });
    expect([ids(next, 'social'), ids(next, 'f')]).toEqual([['a'], ['b', 'd']]);
    const email = mergeChange(LIST, {
      type: 'changed',
      item: item('b', 20, { category: 'email' }),
    });
    expect([ids(email, 'social'), ids(email, 'email')]).toEqual([['a'], ['b']]);
  });

  test('removes a content', () => {
    expect(ids(mergeChange(LIST, { type: 'removed', id: 'b' }), 'social')).toEqual(['a']);
    expect(mergeChange(LIST, { type: 'removed', id: 'x' })).toEqual(LIST);
  });

  test('skips a content that belongs to a later page', () => {
    const part = { ...LIST, pages: { social: { items: [item('b', 20)], cursor: '20.b' } } };
    expect(ids(mergeChange(part, { type: 'changed', item: item('a', 10) }), 'social')).toEqual([
      'b',
    ]);
    expect(ids(mergeChange(part, { type: 'changed', item: item('c', 30) }), 'social')).toEqual([
      'c',
      'b',
    ]);
  });

  test('renames or adds a folder', () => {
    const renamed = mergeChange(LIST, { type: 'folder', folder: { ...FOLDER, name: 'Z' } });
    const both = mergeChange(renamed, {
      type: 'folder',
      folder: { ...FOLDER, id: 'g', name: 'A' },
    });
    expect(both.folders.map(({ name }) => name)).toEqual(['A', 'Z']);
  });

  test('moves the contents of a deleted folder to its category', () => {
    const next = mergeChange(LIST, { type: 'folder-removed', id: 'f' });
    expect(next.folders).toEqual([]);
    expect(ids(next, 'social')).toEqual(['b', 'd', 'a']);
    expect(pageOf(next, 'social').items[1]?.folderId).toBeNull();
  });

  test('requires a reload if a deleted folder had more contents than are loaded', () => {
    const more = { ...LIST, pages: { ...LIST.pages, f: { items: [], cursor: '1.x' } } };
    expect(isUncertain(more, { type: 'folder-removed', id: 'f' })).toBe(true);
    expect(isUncertain(LIST, { type: 'folder-removed', id: 'f' })).toBe(false);
    expect(isUncertain(more, { type: 'removed', id: 'f' })).toBe(false);
  });
});

test('pages and live events in any order give each content once, newest first', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 20 });
  fc.assert(
    fc.property(numbers, numbers, numbers, (first, changed, next) => {
      const items = (list: number[]) => list.map((n) => item(`i${n}`, n)).sort(byNewest);
      let list: SavedList = {
        folders: [],
        pages: { social: { items: items(first), cursor: 'x' } },
      };
      for (const one of items(changed)) list = mergeChange(list, { type: 'changed', item: one });
      list = mergePage(list, 'social', { items: items(next), cursor: null });
      const shown = pageOf(list, 'social').items;
      expect(shown).toEqual(shown.toSorted(byNewest));
      expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
      for (const n of [...first, ...next]) expect(shown.map(({ id }) => id)).toContain(`i${n}`);
    }),
  );
});
