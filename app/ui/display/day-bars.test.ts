import fc from 'fast-check';
import { expect, it } from 'vitest';

import { scaleTop } from './day-bars';

it('the top of the scale is a round number, little higher than the highest value', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (value) => {
      const top = scaleTop(value);
      expect(top).toBeGreaterThanOrEqual(value);
      if (value > 10) expect(top).toBeLessThanOrEqual(value * 2.5);
      expect(String(top)).toMatch(/^[125]0*$/);
    }),
  );
});
