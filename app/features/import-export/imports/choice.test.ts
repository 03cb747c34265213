import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  canChoose,
  chosenCount,
  EVERYTHING,
  isChosen,
  NOTHING,
  toggled,
  toImportChoice,
} from './choice';

describe('the choice in a preview', () => {
  test('of everything but some is sent as exceptions', () => {
    const but = toggled(toggled(EVERYTHING, 7), 2);
    expect(toImportChoice(but)).toEqual({ all: true, except: [2, 7] });
    expect(chosenCount(but, 10)).toBe(8);
    expect(isChosen(but, 7)).toBe(false);
  });

  test('of only some is sent as a list of those', () => {
    const some = toggled(NOTHING, 3);
    expect(toImportChoice(some)).toEqual({ all: false, only: [3] });
    expect(chosenCount(some, 10)).toBe(1);
  });

  test('leaves out what was imported before and what cannot be read', () => {
    const candidate = { index: 0, title: '', createdAt: null, updatedAt: null, messages: 1 };
    const can = (['fresh', 'grown', 'known', 'unreadable'] as const).filter((standing) =>
      canChoose({ ...candidate, standing }),
    );
    expect(can).toEqual(['fresh', 'grown']);
  });

  test('is counted correctly after any number of changes', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(fc.nat(20)), (all, presses) => {
        const choice = presses.reduce(toggled, all ? EVERYTHING : NOTHING);
        const chosen = Array.from({ length: 21 }, (_, index) => index).filter((index) =>
          isChosen(choice, index),
        );
        expect(chosenCount(choice, 21)).toBe(chosen.length);
      }),
    );
  });
});
