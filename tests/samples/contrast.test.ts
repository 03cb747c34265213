import fc from 'fast-check';
import { expect, test } from 'vitest';

import { contrastRatio, type Rgb } from './contrast';

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

// Results of WebAIM's checker.
test.each<[Rgb, Rgb, number]>([
  [BLACK, WHITE, 21],
  [[119, 119, 119], WHITE, 4.48],
  [[255, 0, 0], WHITE, 4],
  [[0, 0, 255], BLACK, 2.44],
])('the contrast of %j on %j is %d', (one, other, ratio) => {
  expect(contrastRatio(one, other)).toBeCloseTo(ratio, 1);
});

test('the contrast is between 1 and 21, whichever color is in front', () => {
  const channel = fc.nat(255);
  const color = fc.tuple(channel, channel, channel);
  fc.assert(
    fc.property(color, color, (one, other) => {
      const ratio = contrastRatio(one, other);
      expect(ratio).toBe(contrastRatio(other, one));
      expect(ratio).toBeGreaterThanOrEqual(1);
      expect(ratio).toBeLessThanOrEqual(21.000001);
      expect(contrastRatio(one, one)).toBe(1);
    }),
  );
});
