import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { foldedTo } from './fold';

describe('foldedTo', () => {
  it.each([
    ['Short.', { most: 10 }, 'Short.'],
    ['Bread is made here', { most: 12 }, 'Bread is'],
    ['Onelongwordwithoutend', { most: 6 }, 'Onelon'],
    ['a\nb\nc\nd', { most: 100, lines: 3 }, 'a\nb\nc'],
    ['a\nb\nc', { most: 100, lines: 3 }, 'a\nb\nc'],
    ['a\n\nb and more', { most: 5, lines: 3 }, 'a\n\nb'],
    ['abcde👍', { most: 6 }, 'abcde'],
  ])('%j within %j is %j', (text, limit, beginning) => {
    expect(foldedTo(text, limit)).toBe(beginning);
  });

  it('is a beginning of the text, within its limit, and never half a character', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '👍', 'é') });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 30 }), (text, most) => {
        const beginning = foldedTo(text, { most, lines: 3 });
        expect(text.startsWith(beginning)).toBe(true);
        expect(beginning.isWellFormed()).toBe(true);
        if (beginning !== text) {
          expect(beginning.length).toBeLessThanOrEqual(most);
          expect(beginning.split('\n').length).toBeLessThanOrEqual(3);
        }
      }),
    );
  });
});
