import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { hashtagsOf, postTokens } from './post-tokens';

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
  ])('colours in %j: %j', (text, links) => {
    expect(linksIn(text)).toEqual(links);
  });

  it('loses nothing of the text', () => {
    const pieces = fc.constantFrom(
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
      fc.property(fc.array(pieces), (list) => {
        const tokens = postTokens(list.join(''));
        expect(tokens.map(({ text }) => text).join('')).toBe(list.join(''));
        expect(tokens.every(({ text }) => text !== '')).toBe(true);
      }),
    );
  });
});

it('hashtagsOf counts hashtags, not mentions and addresses', () => {
  expect(hashtagsOf('#bread #rye @ines example.com/#oven #bread')).toEqual([
    '#bread',
    '#rye',
    '#bread',
  ]);
});
