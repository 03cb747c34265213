import { describe, expect, it } from 'vitest';

import { searchable, sizeOf, usesOf } from './words';

describe('sizeOf', () => {
  it.each([
    ['', 0, 1],
    ['Four ingredients, one of them is time.', 7, 1],
    ['Füße & Käse – schön', 3, 1],
    ['焼きたてのパン', 7, 1],
    ['パン bread', 3, 1],
    ['word '.repeat(476), 476, 2],
    ['文'.repeat(1_500), 1_500, 3],
  ])('counts %j as %i words and %i min', (text, words, minutes) => {
    expect(sizeOf(text)).toEqual({ words, minutes });
  });
});

describe('usesOf', () => {
  it.each([
    ['bread', 'Bread is bread. BREAD! Breadth is not.', 3],
    ['rye bread', 'Rye\n bread, **rye** bread and rye-bread', 2],
    ['Brötchen', 'brötchen, BRÖTCHEN, bro\u0308tchen', 3],
    ['bread', '#bread @bread_ bread-box ebread', 3],
    ['パン', '焼きたてのパンとパン', 2],
    ['c++', 'C++ and c++17', 1],
    ['𝒳', 'a𝒳 𝒳', 1],
    ['', 'anything', 0],
    ['   ', 'any   thing', 0],
    ['(', '(((', 3],
  ])('counts %j in %j: %i', (keyword, text, uses) => {
    expect(usesOf(keyword, searchable(text))).toBe(uses);
  });
});
