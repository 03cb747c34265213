import { expect, test } from 'vitest';

import { duplicateName } from './duplicate-name';

test.each([
  ['Bakery', [], 'Bakery (copy)'],
  ['Bakery', ['Bakery', 'Bakery (copy)'], 'Bakery (copy 2)'],
  ['Bakery (copy)', [], 'Bakery (copy 2)'],
  ['Bakery (copy)', ['Bakery', 'Bakery (copy)', 'Bakery (copy 2)'], 'Bakery (copy 3)'],
  ['Bakery (copy 9)', [], 'Bakery (copy 10)'],
])('a duplicate of %j beside %j is named %j', (name, taken, expected) => {
  expect(duplicateName(name, 100, taken)).toBe(expected);
});

test("a duplicate of the longest name has room for its mark and doesn't end in half a surrogate pair", () => {
  expect(duplicateName('x'.repeat(100), 100)).toBe(`${'x'.repeat(93)} (copy)`);
  expect(duplicateName('😀'.repeat(50), 100)).toBe(`${'😀'.repeat(46)} (copy)`);
});
