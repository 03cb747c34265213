import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { itemAt, offsetsOf, shiftOf, windowOf } from './windowed-list';

const heights = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 200 });

describe('the window of a list', () => {
  test('contains every visible item and some beyond', () => {
    fc.assert(
      fc.property(heights, fc.integer({ min: -50, max: 900 }), fc.nat(60), (list, top, seen) => {
        const offsets = offsetsOf(list, (height) => height);
        const { from, to } = windowOf(offsets, top, top + seen);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(list.length);
        list.forEach((height, index) => {
          const start = offsets[index] ?? 0;
          if (start < top + seen && start + height > top) {
            expect(index).toBeGreaterThanOrEqual(from);
            expect(index).toBeLessThan(to);
          }
        });
        // Independent of the list's length.
        expect(to - from).toBeLessThan(seen + 30);
      }),
    );
  });

  test('an item is found by its position', () => {
    const offsets = offsetsOf([2, 3, 1], (height) => height);
    expect([-1, 0, 1.9, 2, 4.9, 5, 99].map((place) => itemAt(offsets, place))).toEqual([
      0, 0, 0, 1, 1, 2, 2,
    ]);
    expect(itemAt([0], 10)).toBe(0);
  });
});

test('the list moves by what most visible items moved, not by one that moved on its own', () => {
  expect(shiftOf([3, 3, 3, 3, 3])).toBe(3);
  expect(shiftOf([-900, 3, 3, 3, 3])).toBe(3);
  expect(shiftOf([])).toBe(0);
});
