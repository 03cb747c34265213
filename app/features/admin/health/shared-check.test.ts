import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { sharedCheck } from './shared-check';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const OPTIONS = { keepMs: 3_000, timeoutMs: 1_000 };

test('many who ask at once cost one check, and so do those who ask soon after', async () => {
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

test('a failure is an outcome like any other, and ends with its time', async () => {
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

test('one that hangs has failed after its time, and is not started a second time beside itself', async () => {
  let finish: (passed: boolean) => void = () => {};
  const check = vi.fn(() => new Promise<boolean>((resolve) => (finish = resolve)));
  const passed = sharedCheck(check, OPTIONS);
  for (let turn = 0; turn < 3; turn += 1) {
    const asked = passed();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await asked).toBe(false);
    vi.advanceTimersByTime(3_000);
  }
  expect(check).toHaveBeenCalledTimes(1);
  finish(true);
  await vi.advanceTimersByTimeAsync(0);
  const asked = passed();
  finish(true);
  expect(await asked).toBe(true);
  expect(check).toHaveBeenCalledTimes(2);
});
