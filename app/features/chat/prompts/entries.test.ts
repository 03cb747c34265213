import { expect, test } from 'vitest';

import { matchPrompts } from './entries';

const prompts = [
  { name: 'Weekly plan', preview: 'Plan my week' },
  { name: 'Email newsletter', preview: 'Write about {{news}}' },
  { name: 'Reply', preview: 'Answer this email' },
  { name: 'News', preview: '' },
];
const found = (search: string) => matchPrompts(prompts, search).map(({ name }) => name);

test('an empty search returns everything in order', () => {
  expect(found('  ')).toEqual(['Weekly plan', 'Email newsletter', 'Reply', 'News']);
});

test('a search returns names that begin with it first, then words, then texts', () => {
  expect(found('NEWS')).toEqual(['News', 'Email newsletter']);
  expect(found('email')).toEqual(['Email newsletter', 'Reply']);
  expect(found('letter')).toEqual(['Email newsletter']);
});

test('a search without a match returns nothing, and no character is special', () => {
  expect(found('.*')).toEqual([]);
});
