import { describe, expect, test } from 'vitest';

import { fused, type Lexeme, quorum, termsOf } from './question';

const lexeme = (language: Lexeme['language'], text: string, ...positions: number[]): Lexeme => ({
  ...{ language, lexeme: text, positions },
});

describe('the terms of a question', () => {
  test('have the forms of a word in each language, and leave out what says nothing in one', () => {
    // "the prices of pies" in English and German
    const terms = termsOf([
      lexeme('simple', 'the', 1),
      lexeme('simple', 'prices', 2),
      lexeme('simple', 'pies', 4),
      lexeme('english', 'price', 2),
      lexeme('english', 'pie', 4),
      lexeme('german', 'the', 1),
      lexeme('german', 'pric', 2),
      lexeme('german', 'pi', 4),
    ]);
    expect(terms).toEqual([
      {
        word: 'prices',
        query: `'pric' | 'price' | 'prices'`,
        heading: `'pric':A | 'price':A | 'prices':A`,
      },
      { word: 'pies', query: `'pi' | 'pie' | 'pies'`, heading: `'pi':A | 'pie':A | 'pies':A` },
    ]);
  });

  test('are all words if none of them says anything', () => {
    expect(termsOf([lexeme('simple', 'the', 1)]).map(({ word }) => word)).toEqual(['the']);
  });

  test('can’t end the quotes that PostgreSQL reads', () => {
    expect(termsOf([lexeme('simple', `a'b\\c`, 1)])[0]?.query).toBe(`'a''b\\\\c'`);
  });
});

test('a quorum is every combination, unless there are too many', () => {
  expect(quorum(['a', 'b', 'c'], 3)).toBe('((a) & (b) & (c))');
  expect(quorum(['a', 'b', 'c'], 2)).toBe('((a) & (b)) | ((a) & (c)) | ((b) & (c))');
  expect(quorum([], 1)).toBeNull();
  expect(quorum('abcdefghijkl'.split(''), 6)).toBeNull();
});

test('fused rankings prefer what several find', () => {
  expect(fused([['a', 'b', 'c'], ['c', 'd'], []])).toEqual(['c', 'a', 'b', 'd']);
  expect(fused([])).toEqual([]);
});
