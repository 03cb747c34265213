import fc from 'fast-check';
import { expect, test } from 'vitest';

import { firstCharacters } from './one-line';

test('the first characters of any text are whole code points', () => {
  const any = fc.string({ unit: 'binary', maxLength: 60 });
  // With lone surrogates.
  const units = fc.array(fc.constantFrom('a', '\ud83c', '\udf5e', 'é', '🍞'), { maxLength: 30 });
  const typed = fc.oneof(
    any,
    units.map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(typed, fc.nat(70), (text, count) => {
      expect(firstCharacters(text, count)).toBe(Array.from(text).slice(0, count).join(''));
    }),
  );
});
