import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { layOut, neighbor, rowsOf } from './gallery-layout';
import type { ItemView } from '../media';

const SHAPES = [
  [1024, 1024],
  [1536, 1024],
  [1024, 1536],
  [100, 5_000],
  [0, 0],
] as const;

function item(index: number, [width, height]: readonly [number, number], day = 1): ItemView {
  return {
    id: `i${index}`,
    jobId: null,
    kind: 'image',
    width,
    height,
    bytes: 1,
    type: 'image/png',
    favourite: false,
    createdAt: new Date(2026, 0, day, 12).toISOString(),
    prompt: '',
    model: 'm',
    durationMs: null,
    url: '',
    thumbUrl: '',
  };
}

const shapes = fc.array(fc.constantFrom(...SHAPES), { minLength: 1, maxLength: 60 });
const measures = fc.record({
  width: fc.integer({ min: 280, max: 2_000 }),
  rowHeight: fc.integer({ min: 100, max: 300 }),
  gap: fc.integer({ min: 0, max: 16 }),
});

describe('rows', () => {
  test('hold every item once, in order, within the width and without overlap', () => {
    fc.assert(
      fc.property(shapes, measures, (of, measure) => {
        const items = of.map((shape, index) => item(index, shape));
        const rows = rowsOf(items, measure);
        expect(rows.flatMap(({ tiles }) => tiles.map((tile) => tile.item))).toEqual(items);
        let bottom = -measure.gap;
        for (const { top, height, tiles } of rows) {
          expect(top).toBeCloseTo(bottom + measure.gap, 5);
          bottom = top + height;
          let end = -measure.gap;
          for (const { left, width } of tiles) {
            expect(left).toBeCloseTo(end + measure.gap, 5);
            end = left + width;
          }
          expect(end).toBeLessThanOrEqual(measure.width + 0.01);
        }
        for (const { tiles } of rows.slice(0, -1)) {
          const last = tiles.at(-1);
          expect((last?.left ?? 0) + (last?.width ?? 0)).toBeCloseTo(measure.width, 3);
        }
      }),
    );
  });

  test('are no taller than the target height when the last one isn’t full', () => {
    const [row] = rowsOf([item(0, SHAPES[0])], { width: 1_000, rowHeight: 200, gap: 8 });
    expect(row?.height).toBe(200);
  });
});

const MEASURES = { width: 408, rowHeight: 200, gap: 8, heading: 40 };
// Two squares fill a row.
const squares = (...days: number[]) => days.map((day, index) => item(index, SHAPES[0], day));

test('each day starts where the previous one ends, with its rows below its heading', () => {
  const groups = layOut(squares(3, 3, 3, 2), MEASURES);
  expect(groups.map(({ rows }) => rows.length)).toEqual([2, 1]);
  expect(groups[0]?.rows[0]?.top).toBe(40);
  expect(groups[1]?.top).toBe(groups[0]?.height);
});

describe('the keyboard', () => {
  const groups = layOut(squares(3, 3, 3, 2, 2), MEASURES);
  test.each([
    ['i0', 'ArrowRight', 'i1'],
    ['i1', 'ArrowLeft', 'i0'],
    ['i0', 'ArrowLeft', undefined],
    ['i4', 'ArrowRight', undefined],
    ['i1', 'ArrowDown', 'i2'],
    ['i2', 'ArrowDown', 'i3'],
    ['i4', 'ArrowUp', 'i2'],
    ['i0', 'ArrowUp', undefined],
    ['i2', 'Home', 'i0'],
    ['i2', 'End', 'i4'],
    ['i2', 'Enter', undefined],
    ['gone', 'ArrowRight', undefined],
  ])('leads from %s by %s to %s', (from, key, to) => {
    expect(neighbor(groups, from, key)).toBe(to);
  });
});
