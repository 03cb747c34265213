import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { gapBetweenChunks, paceText } from './pace-text.server';

describe('the gap between two pieces of an answer', () => {
  test.each([
    [1, 0],
    [24, 0],
    [30, 10],
    [100, 33],
    [150, 50],
    [300, 66],
    [10_000, 66],
  ])('with %i answers at a time is %i ms', (running, gap) => {
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

  test('is shown piece by piece while there is no gap to keep', () => {
    const shown: string[] = [];
    const pace = paceText(
      (text) => shown.push(text),
      () => 0,
    );
    for (const part of ['one ', 'two ', 'three']) pace.take(part);
    pace.end();
    expect(shown).toEqual(['one ', 'two ', 'three']);
  });

  test('begins at once, and then brings together what came within the gap', () => {
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

  test('waits for nothing at its end', () => {
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

  test('comes whole and in order, each piece within the gap', () => {
    const steps = fc.array(fc.record({ piece: fc.string({ minLength: 1 }), after: fc.nat(50) }));
    fc.assert(
      fc.property(steps, fc.nat(66), (chunks, gap) => {
        let shown = '';
        const pace = paceText(
          (text) => (shown += text),
          () => gap,
        );
        let given = '';
        let firstWaitingAt: number | null = null;
        for (const { piece: part, after } of chunks) {
          vi.advanceTimersByTime(after);
          if (shown === given) firstWaitingAt = null;
          given += part;
          pace.take(part);
          if (shown !== given) {
            firstWaitingAt ??= performance.now();
            expect(performance.now() - firstWaitingAt).toBeLessThanOrEqual(gap);
          }
          expect(given.startsWith(shown)).toBe(true);
        }
        pace.end();
        expect(shown).toBe(given);
        vi.clearAllTimers();
      }),
    );
  });
});
