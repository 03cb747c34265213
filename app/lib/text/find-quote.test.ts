import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findQuote } from './find-quote';

const TEXT = 'We bake “good” bread – every\nnight.\n\nCome by.';

test.each([
  ['We bake', 'We bake'],
  ['bake "good" bread - every night', 'bake “good” bread – every\nnight'],
  ['  Come   by. ', 'Come by.'],
  ['every night. Come', 'every\nnight.\n\nCome'],
])('the quote %j is found as the text has it', (quote, passage) => {
  const place = findQuote(TEXT, quote)!;
  expect(TEXT.slice(place.start, place.end)).toBe(passage);
});

test.each(['We bake good bread', 'Come by!', '', ' ', 'W'])(
  'the quote %j is not found',
  (quote) => {
    expect(findQuote(TEXT, quote)).toBeNull();
  },
);

test('every passage of a text is found, and what is found is the same but for blanks and marks', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '“', '"', '–', 'ü') });
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (whole, from, length) => {
      const quote = whole.slice(from % (whole.length + 1)).slice(0, length);
      const plain = (of: string) =>
        of.replace(/\s+/g, ' ').replace(/“/g, '"').replace(/–/g, '-').trim();
      const place = findQuote(whole, quote);
      const found = place && plain(whole.slice(place.start, place.end));
      expect(found).toBe(plain(quote).length < 2 ? null : plain(quote));
    }),
  );
});
