import { expect, it } from 'vitest';

import { handleOf } from './brand-name';

it.each([
  ['Rye & Co Bakery', 'ryecobakery'],
  ['(émile)', 'emile'],
  ['Völlig überlanger Name', 'vollig'],
  ['パン屋', 'yourbrand'],
  ['', 'yourbrand'],
])('the brand “%s” has a handle that networks take', (name, handle) => {
  expect(handleOf(name)).toMatch(/^[a-z0-9]{1,15}$/);
  expect(handleOf(name).startsWith(handle)).toBe(true);
});
