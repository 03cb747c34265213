import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { cleanRewrite } from './clean-rewrite';

describe('what models put around an answer', () => {
  test.each([
    ['a preamble', 'Here is the rewritten passage:\n\nFresh bread.', 'Fresh bread.'],
    ['a friendly one', 'Sure! Here’s a shorter version:\nFresh bread.', 'Fresh bread.'],
    ['a fence', '```markdown\nFresh **bread**.\n```', 'Fresh **bread**.'],
    ['quotation marks', '“Fresh bread.”', 'Fresh bread.'],
    ['the marks of what was quoted', '> Fresh bread.\n>\n> Warm.', 'Fresh bread.\n\nWarm.'],
    ['all at once', 'Of course, here it is:\n```\n"Fresh bread."\n```', 'Fresh bread.'],
    ['line ends of Windows', 'Fresh\r\nbread.', 'Fresh\nbread.'],
  ])('%s goes', (_name, answer, clean) => {
    expect(cleanRewrite('Old bread.', answer)).toBe(clean);
  });

  test.each([
    ['a quotation that the passage was', '"Old"', '"New"'],
    ['a quotation at its beginning only', 'Old', '"New" they say, "bread"'],
    ['a block of code that the passage was', '```\nold\n```', '```\nnew\n```'],
    ['two blocks of code', 'old', '```\na\n```\nand\n```\nb\n```'],
    ['a quoted passage', '> Old', '> New'],
    ['a first line with a colon', 'Old', 'Three reasons:\n- Bread'],
    ['a preamble that the passage has', 'Here is the plan:\n- Old', 'Here is the plan:\n- New'],
    ['a preamble without anything behind it', 'Old', 'Here is what we bake:'],
  ])('%s stays', (_name, selection, answer) => {
    expect(cleanRewrite(selection, answer)).toBe(answer);
  });
});

test('the ends are those of the passage', () => {
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

test('cleaning again changes nothing, and what was written is not lost', () => {
  fc.assert(
    fc.property(text, text, (selection, answer) => {
      const clean = cleanRewrite(selection, answer);
      expect(cleanRewrite(selection, clean)).toBe(clean);
      const words = (of: string) => of.match(/bread/g)?.length ?? 0;
      expect(words(clean)).toBe(words(answer));
    }),
  );
});
