import { expect, it } from 'vitest';

import { handleOf, initialsOf } from './brand-name';

it.each([
  ['Rye & Co Bakery', 'RC', 'ryecobakery'],
  ['(émile)', 'É', 'emile'],
  ['Völlig überlanger Name', 'VÜ', 'vollig'],
  ['パン屋', 'パ', 'yourbrand'],
  ['', '', 'yourbrand'],
])(
  'the brand “%s” has the initials “%s” and a handle that networks take',
  (name, initials, handle) => {
    expect(initialsOf(name)).toBe(initials);
    expect(handleOf(name)).toMatch(/^[a-z0-9]{1,15}$/);
    expect(handleOf(name).startsWith(handle)).toBe(true);
  },
);
