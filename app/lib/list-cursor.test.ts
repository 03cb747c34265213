import fc from 'fast-check';
import { expect, test } from 'vitest';

import { listCursor, parseListCursor } from './list-cursor';

const ID = '0198c0de-0000-7000-8000-000000000001';

test('a cursor encodes its place in the list', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8.64e15 }), fc.uuid({ version: 7 }), (date, id) => {
      expect(parseListCursor(listCursor({ date, id }))).toEqual({ date, id });
    }),
  );
});

test.each([
  '',
  '.',
  ID,
  `1.5.${ID}`,
  `-1.${ID}`,
  `-8640000000000000.${ID}`,
  `9e15.${ID}`,
  '1.x',
  `x.${ID}`,
])('%j is refused as a cursor', (cursor) => {
  expect(() => parseListCursor(cursor)).toThrow('This page of the list does not exist.');
});
