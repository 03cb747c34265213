import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { cleanRewrite } from './clean-rewrite';

describe('cleanRewrite', () => {
  test.each([
    ['a preamble', 'Here is the rewritten passage:\n\nFresh bread.', 'Fresh bread.'],
    ['a friendly preamble', 'Sure! Here’s a shorter version:\nFresh bread.', 'Fresh bread.'],
    ['a code fence', '```markdown\nFresh **bread**.\n```', 'Fresh **bread**.'],
    ['quotation marks', '“Fresh bread.”', 'Fresh bread.'],
    ["Markdown's quote marks", '> Fresh bread.\n>\n> Warm.', 'Fresh bread.\n\nWarm.'],
    ['all of these at once', 'Of course, here it is:\n```\n"Fresh bread."\n```', 'Fresh bread.'],
    ['Windows line ends', 'Fresh\r\nbread.', 'Fresh\nbread.'],
  ])('removes %s', (_name, answer, clean) => {
    expect(cleanRewrite('Old bread.', answer)).toBe(clean);
  });

  test.each([
    ['quotation marks that the passage had', '"Old"', '"New"'],
    ['quotation marks around its beginning only', 'Old', '"New" they say, "bread"'],
    ['a code fence that the passage had', '```\nold\n```', '```\nnew\n```'],
    ['two code blocks', 'old', '```\na\n```\nand\n```\nb\n```'],
    ['quote marks that the passage had', '> Old', '> New'],
    ['a first line with a colon', 'Old', 'Three reasons:\n- Bread'],
    ['a preamble that the passage had', 'Here is the plan:\n- Old', 'Here is the plan:\n- New'],
    ['a preamble with nothing after it', 'Old', 'Here is what we bake:'],
  ])('keeps %s', (_name, selection, answer) => {
    expect(cleanRewrite(selection, answer)).toBe(answer);
  });
});

test('cleanRewrite keeps the leading and trailing whitespace of the passage', () => {
  expect(cleanRewrite(' \nOld.\n\n', 'New.\n')).toBe(' \nNew.\n\n');
  expect(cleanRewrite('Old', '  New ')).toBe('New');
  expect(cleanRewrite(' Old ', ' \n ')).toBe('');
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom('```', '"', '“', '”', '> ', '\n', 'Here is it:', 'bread', ' ', '«', '»'),
      {
        maxLength: 14,
      },
    )
    .map((parts) => parts.join('')),
);

test('cleanRewrite changes nothing the second time, and loses no words', () => {
  fc.assert(
    fc.property(text, text, (selection, answer) => {
      const clean = cleanRewrite(selection, answer);
      expect(cleanRewrite(selection, clean)).toBe(clean);
      const words = (of: string) => of.match(/bread/g)?.length ?? 0;
      expect(words(clean)).toBe(words(answer));
    }),
  );
});
