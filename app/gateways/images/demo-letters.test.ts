import { describe, expect, it } from 'vitest';

import { linesOf, strokesOf } from './demo-letters';

describe('the text of a demo image', () => {
  it('breaks between words, and within words that are longer than a line', () => {
    expect(linesOf('A loaf of rye', 40, 9)).toEqual(['A LOAF', 'OF RYE']);
    expect(linesOf('Donaudampfschiff', 40, 9)).toEqual(['DONAUDA', 'MPFSCHI', 'FF']);
    for (const line of linesOf('Some words, some longerthanothers!', 60, 9)) {
      expect(strokesOf(line).width).toBeLessThanOrEqual(60);
    }
  });

  it('ends in dots when it has more lines than fit', () => {
    expect(linesOf('one, two, three four', 30, 2)).toEqual(['ONE,', 'TWO...']);
  });

  it('is drawn without accents and without unknown characters', () => {
    expect(linesOf('Grüße, 东京 <b>', 200, 9)).toEqual(['GRUSSE, B']);
    expect(strokesOf('<&"').path).not.toMatch(/<(?!path|\/)/);
  });
});
