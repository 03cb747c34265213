import { describe, expect, test } from 'vitest';

import { parseQuery, toTsquery } from './search-query';

describe('what is typed, as Postgres reads it', () => {
  test.each([
    ['spring', "('spring':*)"],
    ['spring ', "('spring')"],
    ['Spring plan', "('spring') & ('plan':*)"],
    ['"spring plan"', "('spring' <-> 'plan')"],
    ['"spring pl', "('spring' <-> 'pl':*)"],
    ['“spring plan” offer', "('spring' <-> 'plan') & ('offer':*)"],
    ['well-known', "('well' <-> 'known':*)"],
    ['C++', "('c')"],
    ['東京', "('東' <-> '京':*)"],
    ["it's 100% & <b>", "('it' <-> 's') & ('100') & ('b')"],
    ['% _ " & | ! ( ) : * \\ \'', ''],
    ['', ''],
    ['   ', ''],
  ])('%j', (typed, tsquery) => expect(toTsquery(parseQuery(typed))).toBe(tsquery));

  test('no more than twenty words of two hundred characters', () => {
    const words = Array.from({ length: 80 }, (_, index) => `w${index}`).join(' ');
    expect(parseQuery(words).phrases).toHaveLength(20);
    expect(parseQuery('x'.repeat(500)).text).toHaveLength(200);
  });
});
