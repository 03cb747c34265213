import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isTriggerWord, trainingMinutes, withTriggerWord } from './lora';
import { loraState } from './lora-view';
import { announcedTokens, tokensForPart, tokensForTime } from './training/training';

describe('a trigger word', () => {
  it.each(['TOK', 'bäckerei_7', 'x-1', 'Ä2'])('may be %s', (word) => {
    expect(isTriggerWord(word)).toBe(true);
  });

  it.each(['', 'a', 'two words', '-tok', 'a.b', 'a$', '(x)', 'x'.repeat(41)])(
    'may not be “%s”',
    (word) => {
      expect(isTriggerWord(word)).toBe(false);
    },
  );

  it('is put in front of a prompt only if the prompt lacks it', () => {
    expect(withTriggerWord('A loaf of rye', 'TOK')).toBe('TOK, A loaf of rye');
    expect(withTriggerWord('A loaf of TOK, on wood', 'TOK')).toBe('A loaf of TOK, on wood');
    // An ordinary word may differ only in case.
    expect(withTriggerWord('A loaf of rye', 'RYE')).toBe('RYE, A loaf of rye');
    expect(withTriggerWord('A TOKEN of love', 'TOK')).toBe('TOK, A TOKEN of love');
    expect(withTriggerWord('my-TOK', 'TOK')).toBe('TOK, my-TOK');
  });

  it('is not added a second time', () => {
    const words = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{1,10}$/);
    fc.assert(
      fc.property(fc.string(), words, (prompt, word) => {
        const once = withTriggerWord(prompt, word);
        expect(withTriggerWord(once, word)).toBe(once);
      }),
    );
  });
});

describe('the cost of a training', () => {
  const prices = { tokens: 100, tokensPerStep: 2.5, tokensPerSecond: null };

  it('is announced by its steps', () => {
    expect(announcedTokens(prices, 1_000)).toBe(2_600);
    expect(trainingMinutes(1_000)).toBe(24);
  });

  it('follows the time that the provider bills, but never exceeds what was announced', () => {
    expect(tokensForTime(prices, 2_600, 300)).toBe(2_600);
    const byTime = { ...prices, tokensPerSecond: 5 };
    expect(tokensForTime(byTime, 2_600, 300)).toBe(1_600);
    expect(tokensForTime(byTime, 2_600, 9_000)).toBe(2_600);
    expect(tokensForTime(byTime, 2_600, null)).toBe(2_600);
  });

  it('is the completed part when the training was canceled', () => {
    expect(tokensForPart(2_600, null)).toBe(0);
    expect(tokensForPart(2_600, 50)).toBe(1_300);
    expect(tokensForPart(2_600, 500)).toBe(2_600);
  });
});

describe('a LoRA', () => {
  it.each([
    [null, false, 'draft'],
    ['queued', false, 'training'],
    ['running', false, 'training'],
    ['failed', false, 'failed'],
    ['cancelled', false, 'cancelled'],
    ['succeeded', true, 'ready'],
    // Its job was removed.
    [null, true, 'ready'],
    ['running', true, 'ready'],
  ] as const)('with a job that is %s and stored weights (%s) is %s', (jobState, trained, state) => {
    expect(loraState({ jobState, trainedAt: trained ? new Date() : null })).toBe(state);
  });
});
