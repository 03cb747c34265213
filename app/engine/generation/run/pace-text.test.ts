import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { gapBetweenChunks, paceText } from './pace-text.server';

describe('the gap between two chunks of an answer', () => {
  test.each([
    [1, 0],
    [24, 0],
    [30, 10],
    [100, 33],
    [150, 50],
    [300, 66],
    [10_000, 66],
  ])('with %i running answers is %i ms', (running, gap) => {
    expect(Math.floor(gapBetweenChunks(running))).toBe(gap);
  });
});

describe('paced text', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is shown chunk by chunk while the gap is zero', () => {
    const shown: string[] = [];
    const pace = paceText(
      (text) => shown.push(text),
      () => 0,
    );
    for (const chunk of ['one ', 'two ', 'three']) pace.take(chunk);
    pace.end();
    expect(shown).toEqual(['one ', 'two ', 'three']);
  });

  test('starts at once, then combines what arrives within the gap', () => {
    const shown: string[] = [];
    const pace = paceText(
      (text) => shown.push(text),
      () => 30,
    );
    pace.take('one ');
    vi.advanceTimersByTime(10);
    pace.take('two ');
    vi.advanceTimersByTime(10);
    pace.take('three ');
    expect(shown).toEqual(['one ']);
    vi.advanceTimersByTime(10);
    expect(shown).toEqual(['one ', 'two three ']);
    vi.advanceTimersByTime(100);
    pace.take('four');
    expect(shown).toEqual(['one ', 'two three ', 'four']);
  });

  test('is shown in full as soon as it ends', () => {
    const shown: string[] = [];
    const pace = paceText(
      (text) => shown.push(text),
      () => 30,
    );
    pace.take('one ');
    pace.take('two');
    pace.end();
    expect(shown).toEqual(['one ', 'two']);
    vi.advanceTimersByTime(100);
    expect(shown).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is shown completely and in order, with no chunk delayed beyond the gap', () => {
    const steps = fc.array(fc.record({ chunk: fc.string({ minLength: 1 }), after: fc.nat(50) }));
    fc.assert(
      fc.property(steps, fc.nat(66), (chunks, gap) => {
        let shown = '';
        const pace = paceText(
          (text) => (shown += text),
          () => gap,
        );
        let taken = '';
        let firstWaitingAt: number | null = null;
        for (const { chunk, after } of chunks) {
          vi.advanceTimersByTime(after);
          if (shown === taken) firstWaitingAt = null;
          taken += chunk;
          pace.take(chunk);
          if (shown !== taken) {
            firstWaitingAt ??= performance.now();
            expect(performance.now() - firstWaitingAt).toBeLessThanOrEqual(gap);
          }
          expect(taken.startsWith(shown)).toBe(true);
        }
        pace.end();
        expect(shown).toBe(taken);
        vi.clearAllTimers();
      }),
    );
  });
});
