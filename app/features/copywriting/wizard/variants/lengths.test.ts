import { describe, expect, it } from 'vitest';

import { FORMAT_IDS } from '../../formats/formats';
import { BRIEF_LENGTHS } from '../briefs/brief';
import { expectedTokens, lengthText, maxTokensFor } from './lengths';

it('lengthText describes each length in words', () => {
  expect(lengthText('article', 'long')).toBe('1500 to 2000 words');
  expect(lengthText('x-post', 'short')).toBe('70 to 120 characters');
  expect(lengthText('thread', 'medium')).toBe('5 to 7 posts');
  expect(lengthText('welcome-sequence', 'short')).toBe('3 emails of at most 120 words each');
});

describe.each(FORMAT_IDS)('a text of the format %s', (formatId) => {
  it('is longer for each longer setting, and has room for more than is expected', () => {
    let before = 0;
    for (const length of BRIEF_LENGTHS) {
      const expected = expectedTokens(formatId, length);
      expect(expected).toBeGreaterThan(before);
      expect(maxTokensFor(formatId, length)).toBeGreaterThan(expected * 1.5);
      expect(maxTokensFor(formatId, length)).toBeLessThanOrEqual(8_000);
      before = expected;
    }
  });
});

it('a short X post has no room for 1,000 tokens', () => {
  expect(maxTokensFor('x-post', 'short')).toBeLessThan(1_000);
});
