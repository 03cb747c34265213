import { expect, test } from 'vitest';

import { matchPrompts } from './entries';

const prompts = [
  { name: 'Weekly plan', preview: 'Plan my week' },
  { name: 'Email newsletter', preview: 'Write about {{news}}' },
  { name: 'Reply', preview: 'Answer this email' },
  { name: 'News', preview: '' },
];
const found = (search: string) => matchPrompts(prompts, search).map(({ name }) => name);

test('an empty search leaves everything in its place', () => {
  expect(found('  ')).toEqual(['Weekly plan', 'Email newsletter', 'Reply', 'News']);
});

test('names that begin with it come first, then words, then texts', () => {
  expect(found('NEWS')).toEqual(['News', 'Email newsletter']);
  expect(found('email')).toEqual(['Email newsletter', 'Reply']);
  expect(found('letter')).toEqual(['Email newsletter']);
});

test('nothing found is nothing shown, and no sign means anything', () => {
  expect(found('.*')).toEqual([]);
});
