import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { boundAttempt } from './bound-attempt.server';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const DONE = { usage: { promptTokens: 1, completionTokens: 2 }, finishReason: 'stop' };
/** A provider that never ends by itself. */
const endless = (signal: AbortSignal) =>
  new Promise<typeof DONE>((resolve) => {
    if (signal.aborted) resolve(DONE);
    signal.addEventListener('abort', () => resolve(DONE));
  });

test('an answer within its bounds is shown and ends as it is', async () => {
  const shown: string[] = [];
  const end = await boundAttempt(
    10,
    (chunk) => shown.push(chunk),
    (show) => {
      show('{"a"');
      show(': 1}');
      return Promise.resolve(DONE);
    },
  );
  expect([end, shown.join('')]).toEqual([DONE, '{"a": 1}']);
});

test('an answer that is longer than its tokens can be is cut off between two characters, and counts as too long', async () => {
  let text = '';
  const end = await boundAttempt(
    10,
    (chunk) => {
      text += chunk;
    },
    (show, signal) => {
      show('x'.repeat(159));
      show('🍞 and more');
      show('nothing of this');
      return endless(signal);
    },
  );
  expect(end).toEqual({ usage: null, finishReason: 'length' });
  expect(text).toBe(`${'x'.repeat(159)}\ufffd`);
});

test('an answer of which a character comes now and then ends after twenty minutes', async () => {
  const asked = boundAttempt(
    1_000,
    () => {},
    (show, signal) => {
      const trickle = setInterval(() => show('x'), 59_000);
      return endless(signal).finally(() => clearInterval(trickle));
    },
  );
  const failed = expect(asked).rejects.toThrow(expect.objectContaining({ code: 'timed-out' }));
  await vi.advanceTimersByTimeAsync(19 * 60_000);
  expect(vi.getTimerCount()).toBe(2);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  await failed;
  expect(vi.getTimerCount()).toBe(0);
});
