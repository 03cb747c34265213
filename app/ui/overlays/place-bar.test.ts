import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Box } from '../forms/text-selection';
import { dockBar, placeBar } from './place-bar';

const VIEW: Box = { top: 64, bottom: 800, left: 8, right: 1_272 };
const BAR = { width: 400, height: 40 };
const box = (top: number, bottom: number, left = 300): Box => ({ top, bottom, left, right: 900 });

test('a bar is above its selection, else below it, else at the lower edge', () => {
  expect(placeBar(BAR, box(300, 328), VIEW)).toEqual({ top: 252, left: 300 });
  expect(placeBar(BAR, box(80, 108), VIEW)).toEqual({ top: 116, left: 300 });
  expect(placeBar(BAR, box(-500, 2_000), VIEW)).toEqual({ top: 760, left: 300 });
});

test('a bar goes out of sight with its selection', () => {
  expect(placeBar(BAR, box(-300, -272), VIEW).top).toBeLessThan(-300);
  expect(placeBar(BAR, box(900, 928), VIEW).top).toBeGreaterThan(800);
});

test('a bar stays within the sides of the window', () => {
  expect(placeBar(BAR, box(300, 328, 1_200), VIEW).left).toBe(872);
  expect(placeBar(BAR, box(300, 328, -5), VIEW).left).toBe(8);
});

test('a docked bar is at the lower edge, or at the upper one if it would cover its selection', () => {
  expect(dockBar(110, box(300, 328), VIEW)).toBe(690);
  expect(dockBar(110, box(650, 700), VIEW)).toBe(64);
  expect(dockBar(110, box(100, 780), VIEW)).toBe(690);
  expect(dockBar(110, box(900, 928), VIEW)).toBe(690);
});

test('no bar covers a selection beside which it has room', () => {
  const edge = fc.integer({ min: -200, max: 1_000 });
  fc.assert(
    fc.property(edge, fc.integer({ min: 20, max: 600 }), (top, height) => {
      const selection = box(top, top + height);
      const room = Math.max(selection.top - VIEW.top, VIEW.bottom - selection.bottom);
      fc.pre(room >= BAR.height + 8);
      for (const at of [placeBar(BAR, selection, VIEW).top, dockBar(BAR.height, selection, VIEW)]) {
        expect(at + BAR.height <= selection.top || at >= selection.bottom).toBe(true);
      }
    }),
  );
});
