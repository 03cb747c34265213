import { expect, test } from 'vitest';

import { byName } from './by-name';

test('names are sorted as people count, in any case, and equal ones by their ids', () => {
  const names = ['Shop 100', 'shop 10', 'Bakery', 'Shop 2', 'Shop 1'];
  const rows = names.map((name, index) => ({ id: String(index), name }));
  expect(rows.sort(byName).map(({ name }) => name)).toEqual([
    'Bakery',
    'Shop 1',
    'Shop 2',
    'shop 10',
    'Shop 100',
  ]);
  const equal = [
    { id: 'b', name: 'Rye' },
    { id: 'a', name: 'rye' },
  ];
  expect(equal.sort(byName).map(({ id }) => id)).toEqual(['a', 'b']);
});
