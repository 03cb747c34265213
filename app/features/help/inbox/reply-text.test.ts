import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { helpMessages } from '../texts';
import { cleanReply, REPLY_MOST, replyProblem } from './reply-text';

describe('a reply', () => {
  test.each(['', ' \n\t ', '\0\u200b\u00a0'])('%j says nothing', (text) => {
    expect(replyProblem(text)).toBe(helpMessages.replyMissing);
  });

  test('is as long as it is counted in characters, not in their halves', () => {
    expect(replyProblem('😀'.repeat(REPLY_MOST))).toBeUndefined();
    expect(replyProblem('😀'.repeat(REPLY_MOST + 1))).toBe(helpMessages.tooLong(REPLY_MOST));
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
