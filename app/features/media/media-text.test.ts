import { expect, test } from 'vitest';

import { costText, deletedText } from './media-text';

const [image, video] = [{ kind: 'image' }, { kind: 'video' }] as const;

test('the text of a deletion names what was deleted', () => {
  expect(deletedText([image])).toBe('Image deleted');
  expect(deletedText([video])).toBe('Video deleted');
  expect(deletedText([video, video])).toBe('2 videos deleted');
  expect(deletedText([image, video, image])).toBe('3 items deleted');
});

test.each([
  [{ tokens: 4_000, available: 25_000 }, 'About 4,000 tokens of your 25,000', false],
  [{ tokens: 4_000, available: 4_000 }, 'About 4,000 tokens of your 4,000', false],
  [{ tokens: 4_000, available: null }, 'Free', false],
  [{ tokens: 0, available: 10 }, 'Free', false],
  [
    { tokens: 4_001, available: 4_000 },
    'About 4,001 tokens, but you have 4,000. Try fewer images or another AI model.',
    true,
  ],
])('the estimate %o is put in words', (estimate, text, short) => {
  expect(costText(estimate)).toEqual({ text, short });
});
