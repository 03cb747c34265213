import { expect, test } from 'vitest';

import { among, extended, NOTHING_SELECTED, toggled } from './selection';

const SHOWN = ['a', 'b', 'c', 'd', 'e'];
const ids = ({ ids: chosen }: { ids: ReadonlySet<string> }) => [...chosen].sort().join('');

test('one is chosen, and taken back', () => {
  const one = toggled(NOTHING_SELECTED, 'b');
  expect(ids(one)).toBe('b');
  expect(ids(toggled(one, 'b'))).toBe('');
});

test('a range goes from what was last chosen, up or down, and again from there', () => {
  const start = toggled(NOTHING_SELECTED, 'c');
  expect(ids(extended(start, 'e', SHOWN))).toBe('cde');
  const up = extended(extended(start, 'e', SHOWN), 'a', SHOWN);
  expect(ids(up)).toBe('abcde');
  expect(up.anchor).toBe('c');
});

test('without a beginning that is shown a range is one', () => {
  expect(ids(extended(NOTHING_SELECTED, 'b', SHOWN))).toBe('b');
  expect(ids(extended({ ids: new Set(), anchor: 'gone' }, 'b', SHOWN))).toBe('b');
});

test('what is no longer there is not meant', () => {
  const selection = { ids: new Set(['b', 'gone']), anchor: 'b' };
  expect(among(selection, [{ id: 'a' }, { id: 'b' }])).toEqual([{ id: 'b' }]);
});
