import fc from 'fast-check';
import { expect, it } from 'vitest';

import { scaleTop } from './day-bars';

it('a scale is round and little higher than what it shows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (value) => {
      const top = scaleTop(value);
      expect(top).toBeGreaterThanOrEqual(value);
      if (value > 10) expect(top).toBeLessThanOrEqual(value * 2.5);
      expect(String(top)).toMatch(/^[125]0*$/);
    }),
  );
});
