import { expect, test } from 'vitest';

import { copyName } from './copy-name';

test.each([
  ['Bakery', [], 'Bakery (copy)'],
  ['Bakery', ['Bakery', 'Bakery (copy)'], 'Bakery (copy 2)'],
  ['Bakery (copy)', ['Bakery', 'Bakery (copy)', 'Bakery (copy 2)'], 'Bakery (copy 3)'],
  ['Bakery (copy 2)', [], 'Bakery (copy)'],
  ['😀'.repeat(100), [], `${'😀'.repeat(93)} (copy)`],
])('a copy of %j beside %j is %j', (name, taken, expected) => {
  expect(copyName(name, taken)).toBe(expected);
});
