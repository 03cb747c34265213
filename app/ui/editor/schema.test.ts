import { expect, test } from 'vitest';

import { typedAddress } from './schema';

test.each([
  ['example.com', 'https://example.com'],
  [' example.com/menu?day=1#rye ', 'https://example.com/menu?day=1#rye'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['me@example.com', 'mailto:me@example.com'],
  ['mailto:me@example.com', 'mailto:me@example.com'],
  ['not an address', null],
  ['example.com and more', null],
  ['rye', null],
  ['', null],
  ['javascript:alert(1)', null],
  ['https://', null],
])('%j typed as a link leads to %j', (typed, address) => {
  expect(typedAddress(typed)).toBe(address);
});
