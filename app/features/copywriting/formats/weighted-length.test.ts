import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cpuMs } from '../../../../tests/harness/cpu-time';
import { splitAtWeight, weightedLength } from './weighted-length';

/**
 * Numbers that X publishes: its page on counting characters, and the cases of twitter-text's conformance suite for
 * version 3 of the configuration (conformance/validate.yml, WeightedTweetsWithDiscountedEmojiCounterTest).
 */
const PUBLISHED: [text: string, length: number][] = [
  ['This is a test.', 15],
  ['http://test.com', 23],
  ['https://test.com', 23],
  ['test.com', 23],
  ['Test https://test.com test https://test.com test.com test', 86],
  ['Hi http://test.co', 26],
  ['https://www.twitter.com/aloha '.repeat(10).trim(), 239],
  ['A lie gets halfway around the world. http://bit.ly/dJpywL', 60],
  ['のの', 4],
  ['저찀쯿쿿', 8],
  ['👾', 2],
  ['🙋🏽', 2],
  ['👨‍🎤', 2],
  ['👨‍👩‍👧‍👦', 2],
  ['H🐱☺👨‍👩‍👧‍👦', 7],
  ['😷👾😡🔥💩', 10],
  ['🙋🏽👨‍🎤', 4],
  ['1⃣', 2],
  ['Hello, world! 👋', 16],
  ['Unicode 9.0 emoji: 🤠; 💃; 💃🏾', 29],
  ['cafe\u0301', 4],
  ['café', 4],
  ['A\u0301B', 2],
  ['example.com', 23],
  ['foo.co.jp', 23],
  [`${'randomurl'.repeat(7)}s.com`, 68],
];

describe('weightedLength', () => {
  it.each(PUBLISHED)('of %j is %i', (text, length) => {
    expect(weightedLength(text)).toBe(length);
  });

  it.each([
    ['©®', 2],
    ['©\uFE0F', 2],
    ['™', 2],
    ['1\uFE0F⃣', 2],
    ['🇩🇪', 2],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 2],
    ['Füße', 4],
    ['Привет', 6],
    ['“Yes” – she said', 16],
    ['€', 2],
    ['a\nb', 3],
    ['baker@example.com', 17],
    ['', 0],
  ])('of %j is %i', (text, length) => {
    expect(weightedLength(text)).toBe(length);
  });

  it('is the same for composed and decomposed accents', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        expect(weightedLength(text)).toBe(weightedLength(text.normalize('NFD')));
      }),
    );
  });

  it('takes less than a second for a long text', () => {
    for (const part of ['Bread. ', '👨‍👩‍👧‍👦', '日本', 'a.com ', '🇩', '1\uFE0F']) {
      const text = part.repeat(200_000 / part.length);
      expect(
        cpuMs(() => weightedLength(text)),
        part,
      ).toBeLessThan(1_000);
    }
  });
});

describe('splitAtWeight', () => {
  it('cuts at the maximum, but never within a link or an emoji', () => {
    expect(splitAtWeight('Bread', 10)).toEqual(['Bread', '']);
    expect(splitAtWeight('Bread', 3)).toEqual(['Bre', 'ad']);
    expect(splitAtWeight('See example.com now', 26)).toEqual(['See ', 'example.com now']);
    expect(splitAtWeight('ab👨‍👩‍👧‍👦c', 3)).toEqual(['ab', '👨‍👩‍👧‍👦c']);
  });

  it('keeps the whole text, with a first part that is no longer than the maximum', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, max) => {
        const [within, beyond] = splitAtWeight(text, max);
        expect(within + beyond).toBe(text.normalize('NFC'));
        // What remains of a URL that doesn't fit may itself be a URL.
        fc.pre(!text.includes('.'));
        expect(weightedLength(within)).toBeLessThanOrEqual(max);
      }),
    );
  });
});
