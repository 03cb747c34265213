import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { helpTexts } from '../texts';
import { cleanReply, MAX_REPLY, replyProblem } from './reply-text';

describe('a reply', () => {
  test.each(['', ' \n\t ', '\0\u200b\u00a0'])('%j says nothing', (text) => {
    expect(replyProblem(text)).toBe(helpTexts.replyMissing);
  });

  test('is as long as it is counted in characters, not in their halves', () => {
    expect(replyProblem('😀'.repeat(MAX_REPLY))).toBeUndefined();
    expect(replyProblem('😀'.repeat(MAX_REPLY + 1))).toBe(helpTexts.tooLong(MAX_REPLY));
  });

  test('keeps words, tabs and lines, and nothing that no database or mail takes', () => {
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
