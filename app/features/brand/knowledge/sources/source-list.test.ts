import { describe, expect, test } from 'vitest';

import type { SourceState, SourceView } from './source';
import { SourceList } from './source-list';

const source = (id: string, state: SourceState, profileId = 'p'): SourceView => ({
  ...{ id, profileId, kind: 'website', state, name: id, address: '', contentId: null },
  ...{
    problem: null,
    bytes: 0,
    pages: 0,
    failed: 0,
    found: 0,
    done: 0,
    createdAt: 0,
    readAt: null,
  },
});
const changed = (view: SourceView) => ({ type: 'changed', source: view }) as const;
const shown = (list: readonly SourceView[] | null) =>
  list?.map(({ id, state }) => `${id} ${state}`);

describe('the list of sources', () => {
  test('has an event that arrives before the older answer of its first loading', () => {
    const list = new SourceList('p');
    const loading = list.load();
    expect(list.note(changed(source('1', 'failed')))).toBeNull();
    expect(shown(loading.end([source('1', 'reading')]))).toEqual(['1 failed']);
  });

  test('has the events since another loading began, and the answer otherwise', () => {
    const list = new SourceList('p');
    list.load().end([source('2', 'waiting'), source('1', 'waiting')]);
    list.note(changed(source('1', 'reading')));
    const loading = list.load();
    expect(shown(list.note({ type: 'removed', profileId: 'p', id: '2' }))).toEqual(['1 reading']);
    list.note(changed(source('3', 'waiting')));
    list.note(changed(source('4', 'waiting', 'another profile')));
    const answer = [source('2', 'reading'), source('1', 'ready')];
    expect(shown(loading.end(answer))).toEqual(['3 waiting', '1 ready']);
  });

  test('takes the answer of the last loading only', () => {
    const list = new SourceList('p');
    const first = list.load();
    const second = list.load();
    expect(first.isLatest()).toBe(false);
    expect(second.isLatest()).toBe(true);
  });
});
