import { expect, test } from 'vitest';

import { MAX_TITLE } from './content-fields';
import { copyTitle } from './copy-title';

test.each([
  ['Sale', 'Sale (copy)'],
  ['Sale (copy)', 'Sale (copy 2)'],
  ['Sale (copy 9)', 'Sale (copy 10)'],
])('a copy of %j is %j', (title, copy) => {
  expect(copyTitle(title)).toBe(copy);
});

test('the longest title leaves room for the mark', () => {
  const copy = copyTitle('x'.repeat(MAX_TITLE));
  expect(copy).toHaveLength(MAX_TITLE);
  expect(copy).toMatch(/ \(copy\)$/);
});
