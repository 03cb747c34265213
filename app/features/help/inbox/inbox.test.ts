import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { helpTexts } from '../texts';
import { cleanReply, firstLineOf, MAX_REPLY, replyProblem } from './inbox';

describe('a reply', () => {
  test.each(['', ' \n\t ', '\0\u200b\u00a0'])('of %j is refused as empty', (text) => {
    expect(replyProblem(text)).toBe(helpTexts.replyMissing);
  });

  test('is measured in characters, not in UTF-16 units', () => {
    expect(replyProblem('😀'.repeat(MAX_REPLY))).toBeUndefined();
    expect(replyProblem('😀'.repeat(MAX_REPLY + 1))).toBe(helpTexts.tooLong(MAX_REPLY));
  });

  test('keeps words, tabs, and line breaks, but no characters that the database or emails reject', () => {
    expect(cleanReply(' Dear Ada,\r\n\tit\0 prints\u2028again. ')).toBe(
      'Dear Ada,\n\tit prints\nagain.',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const cleaned = cleanReply(text);
        expect(cleaned).not.toMatch(/[^\P{Cc}\n\t]/u);
        expect(cleaned.isWellFormed()).toBe(true);
        expect(cleanReply(cleaned)).toBe(cleaned);
      }),
    );
  });
});

test('the first line of a text is the first that says something, cut between characters', () => {
  expect(firstLineOf('\n  \r\n  Why?  \nBecause.')).toBe('Why?');
  expect(firstLineOf('🙂'.repeat(200))).toBe('🙂'.repeat(160));
  expect(firstLineOf(' \n ')).toBe('');
});
