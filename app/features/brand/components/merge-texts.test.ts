import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { mergeTexts } from './merge-texts';

const merge = (before: string, here: string, there: string) =>
  mergeTexts(['offering'], { offering: before }, { offering: here }, { offering: there });

describe('a text', () => {
  test.each([
    ['that nobody changed stays', 'a', 'a', 'a', 'a', undefined],
    ['changed here is kept', 'a', 'b', 'a', 'b', undefined],
    ['changed elsewhere is taken over', 'a', 'a', 'b', 'b', undefined],
    ['changed alike is no conflict', 'a', 'b', 'b', 'b', undefined],
    ['changed differently is shown as written here, and asked about', 'a', 'b', 'c', 'b', 'c'],
    ['emptied elsewhere and changed here is asked about', 'a', 'b', '', 'b', ''],
  ])('%s', (_, before, here, there, shown, asked) => {
    expect(merge(before, here, there)).toEqual({
      values: { offering: shown },
      conflicts: asked === undefined ? {} : { offering: asked },
    });
  });

  test('is never lost: what somebody wrote is shown or asked about', () => {
    const text = fc.constantFrom('', 'a', 'b', 'c');
    fc.assert(
      fc.property(text, text, text, (before, here, there) => {
        const { values, conflicts } = merge(before, here, there);
        const left = [values.offering, conflicts.offering];
        if (here !== before) expect(left).toContain(here);
        if (there !== before) expect(left).toContain(there);
      }),
    );
  });
});

test('texts are merged one by one', () => {
  expect(
    mergeTexts(
      ['offering', 'pricing'],
      { offering: '', pricing: '' },
      { offering: 'Bread', pricing: '' },
      { offering: '', pricing: '4 €' },
    ),
  ).toEqual({ values: { offering: 'Bread', pricing: '4 €' }, conflicts: {} });
});
