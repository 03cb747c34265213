import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { foldedTo, hashtagsOf, postTokens } from './post-tokens';

const linksIn = (text: string) =>
  postTokens(text)
    .filter(({ kind }) => kind === 'link')
    .map(({ text: link }) => link);

describe('postTokens', () => {
  it.each([
    ['Fresh #bread by @ines.b at example.com!', ['#bread', '@ines.b', 'example.com']],
    ['#Brot #パン #bread_2026 #1', ['#Brot', '#パン', '#bread_2026']],
    ['https://example.com/#bread', ['https://example.com/#bread']],
    ['baker@example.com, C#, no#tag', []],
    ['Ask @ines.', ['@ines']],
    ['#a#b', ['#a']],
  ])('finds in %j the links %j', (text, links) => {
    expect(linksIn(text)).toEqual(links);
  });

  it('keeps the whole text', () => {
    const parts = fc.constantFrom(
      '#',
      '@',
      'a',
      '.',
      ' ',
      'example.com',
      '/',
      'é',
      '👍',
      'https://',
    );
    fc.assert(
      fc.property(fc.array(parts), (list) => {
        const tokens = postTokens(list.join(''));
        expect(tokens.map(({ text }) => text).join('')).toBe(list.join(''));
        expect(tokens.every(({ text }) => text !== '')).toBe(true);
      }),
    );
  });
});

it('hashtagsOf returns every hashtag, but no mention or address', () => {
  expect(hashtagsOf('#bread #rye @ines example.com/#oven #bread')).toEqual([
    '#bread',
    '#rye',
    '#bread',
  ]);
});

describe('foldedTo', () => {
  it.each([
    ['Short.', { max: 10 }, 'Short.'],
    ['Bread is made here', { max: 12 }, 'Bread is'],
    ['Onelongwordwithoutend', { max: 6 }, 'Onelon'],
    ['a\nb\nc\nd', { max: 100, lines: 3 }, 'a\nb\nc'],
    ['a\nb\nc', { max: 100, lines: 3 }, 'a\nb\nc'],
    ['a\n\nb and more', { max: 5, lines: 3 }, 'a\n\nb'],
    ['abcde👍', { max: 6 }, 'abcde'],
  ])('cuts %j at %j to %j', (text, limit, beginning) => {
    expect(foldedTo(text, limit)).toBe(beginning);
  });

  it('returns the beginning of a text within the limit, and never half a character', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '👍', 'é') });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 30 }), (text, max) => {
        const beginning = foldedTo(text, { max, lines: 3 });
        expect(text.startsWith(beginning)).toBe(true);
        expect(beginning.isWellFormed()).toBe(true);
        if (beginning !== text) {
          expect(beginning.length).toBeLessThanOrEqual(max);
          expect(beginning.split('\n').length).toBeLessThanOrEqual(3);
        }
      }),
    );
  });
});
