import { expect, it } from 'vitest';

import { initialsOf } from './initials';

it.each([
  ['Rye & Co Bakery', 'RC'],
  ['(émile)', 'É'],
  ['Völlig überlanger Name', 'VÜ'],
  ['パン屋', 'パ'],
  ['', ''],
])('the brand “%s” has the initials “%s”', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
