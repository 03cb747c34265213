import { expect, test, vi } from 'vitest';

import { isContained, noteLoaded, readCurrent, loadedUpTo } from './loaded-state';

test('a part is told of events that its state doesn’t contain, also of several with the same number', () => {
  const part = loadedUpTo(4);
  expect([3, 4, 5, 5, 6, 5].map((seq) => isContained(part, seq))).toEqual([
    ...[true, true, false, false, false, false],
  ]);
  expect(isContained(part), 'the tab’s own, without a number').toBe(false);
  noteLoaded(part, 6);
  expect(isContained(part, 6)).toBe(true);
});

test('a state that was read before an event that the part was told of is read again, a few times at most', async () => {
  const part = loadedUpTo(4);
  isContained(part, 6);
  const read = vi.fn<() => Promise<{ seq: number }>>();
  read.mockResolvedValueOnce({ seq: 5 }).mockResolvedValueOnce({ seq: 6 });
  expect(await readCurrent(part, read)).toEqual({ seq: 6 });
  isContained(part, 9);
  read.mockResolvedValue({ seq: 1 });
  expect(await readCurrent(part, read)).toEqual({ seq: 1 });
  expect(read).toHaveBeenCalledTimes(5);
});
