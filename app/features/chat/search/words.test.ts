import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fold, wordsOf, parseQuery, toTsquery } from './words';

const folded = (text: string) => [...wordsOf(text)].map((word) => word.folded);

describe('words', () => {
  test.each([
    ['Hello, world!', ['hello', 'world']],
    ['snake_case and kebab-case', ['snake', 'case', 'and', 'kebab', 'case']],
    ['ÄRGER Ärger ärger', ['arger', 'arger', 'arger']],
    ['Straße STRASSE', ['strasse', 'strasse']],
    ['Œuvre, Łódź, smørbrød', ['oeuvre', 'lodz', 'smorbrod']],
    ['ΟΔΟΣ οδός', ['οδοσ', 'οδοσ']],
    ['ёлка Елка', ['елка', 'елка']],
    ['İstanbul ısı', ['istanbul', 'isi']],
    ['东京塔 東京', ['东', '京', '塔', '東', '京']],
    ['Ｗｉｄｅ ①', ['wide', '1']],
    ['हिन्दी', ['हिन्दी']],
    ['ภาษา', ['ภ', 'า', 'ษ', 'า']],
    ['party 🎉!', ['party', '🎉']],
    ['%_\\\'"&|!():*<->', []],
    ['', []],
  ])('are found in %j', (text, words) => expect(folded(text)).toEqual(words));

  test('have their positions in the text', () => {
    const text = 'Füße, 𝔸𝔹 und 東京';
    expect([...wordsOf(text)].map(({ start, end }) => text.slice(start, end))).toEqual([
      'Füße',
      '𝔸𝔹',
      'und',
      '東',
      '京',
    ]);
  });

  test('are cut if they are very long', () =>
    expect(folded('x'.repeat(5_000))[0]).toHaveLength(64));

  test('have only letters, digits, and emoji, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of wordsOf(text)) {
          expect(word.folded).toMatch(/^[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+$/u);
          expect(fold(word.folded)).toBe(word.folded);
        }
      }),
    );
  });
});

describe('a query in PostgreSQL’s syntax', () => {
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
  ])('is made from %j', (typed, tsquery) => expect(toTsquery(parseQuery(typed))).toBe(tsquery));

  test('has at most twenty words, from the first two hundred characters', () => {
    const words = Array.from({ length: 80 }, (_, index) => `w${index}`).join(' ');
    expect(parseQuery(words).phrases).toHaveLength(20);
    expect(parseQuery('x'.repeat(500)).text).toHaveLength(200);
  });
});
