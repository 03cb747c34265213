import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { liveCheck, type Finding } from './live-check';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const works: Finding = { state: 'works', text: 'It answers.' };
const fails: Finding = { state: 'fails', text: 'It does not.' };
const late: Finding = { state: 'fails', text: 'It took too long.' };
const OPTIONS = { keepMs: 180_000, keepFailureMs: 60_000, timeoutMs: 10_000, late };

test('a caller never waits, and many callers share one check', async () => {
  const check = vi.fn(async () => works);
  const read = liveCheck(check, OPTIONS);
  expect([read(), read()]).toEqual(Array(2).fill({ found: null, isChecking: true }));
  await vi.advanceTimersByTimeAsync(0);
  expect(read()).toEqual({ found: { ...works, at: new Date() }, isChecking: false });
  await vi.advanceTimersByTimeAsync(179_999);
  read();
  expect(check).toHaveBeenCalledTimes(1);
});

test('an old finding is returned while a new check runs, and nothing is checked while no one calls', async () => {
  const check = vi.fn<() => Promise<Finding>>().mockResolvedValueOnce(works);
  check.mockResolvedValue(fails);
  const read = liveCheck(check, OPTIONS);
  read();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(check).toHaveBeenCalledTimes(1);
  expect(read()).toMatchObject({ found: works, isChecking: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(read()).toMatchObject({ found: fails, isChecking: false });
  // A failure is checked again sooner.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read()).toMatchObject({ found: fails, isChecking: true });
});

test('a check that hangs counts as failed after its timeout, is not started twice, and may still succeed', async () => {
  let finish: (finding: Finding) => void = () => {};
  const check = vi.fn(() => new Promise<Finding>((resolve) => (finish = resolve)));
  const read = liveCheck(check, OPTIONS);
  read();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(read()).toEqual({ found: null, isChecking: true });
  await vi.advanceTimersByTimeAsync(1);
  expect(read()).toMatchObject({ found: late, isChecking: false });
  await vi.advanceTimersByTimeAsync(600_000);
  read();
  expect(check).toHaveBeenCalledTimes(1);
  finish(works);
  await vi.advanceTimersByTimeAsync(0);
  expect(read()).toMatchObject({ found: works });
});
