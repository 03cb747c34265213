import { expect, test } from 'vitest';

import { among, extended, NOTHING_SELECTED, toggled } from './selection';

const SHOWN = ['a', 'b', 'c', 'd', 'e'];
const ids = ({ ids: chosen }: { ids: ReadonlySet<string> }) => [...chosen].sort().join('');

test('a conversation is selected, and deselected again', () => {
  const one = toggled(NOTHING_SELECTED, 'b');
  expect(ids(one)).toBe('b');
  expect(ids(toggled(one, 'b'))).toBe('');
});

test('a range extends from the last selected conversation, up or down, repeatedly', () => {
  const start = toggled(NOTHING_SELECTED, 'c');
  expect(ids(extended(start, 'e', SHOWN))).toBe('cde');
  const up = extended(extended(start, 'e', SHOWN), 'a', SHOWN);
  expect(ids(up)).toBe('abcde');
  expect(up.anchor).toBe('c');
});

test('a range without a visible start selects one conversation', () => {
  expect(ids(extended(NOTHING_SELECTED, 'b', SHOWN))).toBe('b');
  expect(ids(extended({ ids: new Set(), anchor: 'gone' }, 'b', SHOWN))).toBe('b');
});

test('conversations that are gone are not part of the selection', () => {
  const selection = { ids: new Set(['b', 'gone']), anchor: 'b' };
  expect(among(selection, [{ id: 'a' }, { id: 'b' }])).toEqual([{ id: 'b' }]);
});
