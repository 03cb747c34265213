import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { sharedCheck } from './shared-check';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const OPTIONS = { keepMs: 3_000, timeoutMs: 1_000 };

test('callers at the same time share one check, and so do those soon after', async () => {
  const check = vi.fn(async () => true);
  const passed = sharedCheck(check, OPTIONS);
  expect(await Promise.all([passed(), passed(), passed()])).toEqual([true, true, true]);
  vi.advanceTimersByTime(2_999);
  await passed();
  expect(check).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await passed();
  expect(check).toHaveBeenCalledTimes(2);
});

test('a failure is valid for a while like any outcome, and only changes are reported', async () => {
  const check = vi.fn<() => Promise<boolean>>().mockRejectedValueOnce(new Error('down'));
  check.mockResolvedValue(true);
  const changes: unknown[] = [];
  const onChange = (...change: unknown[]) => void changes.push(change);
  const passed = sharedCheck(check, { ...OPTIONS, onChange });
  expect(await passed()).toBe(false);
  expect(await passed()).toBe(false);
  vi.advanceTimersByTime(3_000);
  expect(await passed()).toBe(true);
  vi.advanceTimersByTime(3_000);
  await passed();
  expect(changes).toEqual([
    [false, new Error('down')],
    [true, undefined],
  ]);
});

test('a check that hangs counts as failed after its timeout, and is not started twice', async () => {
  let finish: (passed: boolean) => void = () => {};
  const check = vi.fn(() => new Promise<boolean>((resolve) => (finish = resolve)));
  const passed = sharedCheck(check, OPTIONS);
  for (let round = 0; round < 3; round += 1) {
    const outcome = passed();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await outcome).toBe(false);
    vi.advanceTimersByTime(3_000);
  }
  expect(check).toHaveBeenCalledTimes(1);
  finish(true);
  await vi.advanceTimersByTimeAsync(0);
  const outcome = passed();
  finish(true);
  expect(await outcome).toBe(true);
  expect(check).toHaveBeenCalledTimes(2);
});
