import fc from 'fast-check';
import { expect, test } from 'vitest';

import { cpuMs } from '../../../../tests/harness/cpu-time';
import { findSelectedText, selectedTextAt } from './rewrite';

const part = fc.string({ maxLength: 12 });
/** Has only a few different letters, so that the passage also occurs elsewhere. */
const repetitive = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 30 });

test("the selected text is found where it was if the text didn't change", () => {
  fc.assert(
    fc.property(repetitive, repetitive, repetitive, (before, text, after) => {
      const value = before + text + after;
      const range = { start: before.length, end: before.length + text.length };
      const selection = selectedTextAt(value, range);
      fc.pre(selection !== null);
      expect(findSelectedText(value, selection)).toEqual(range);
    }),
  );
});

test('the selected text is found whatever is written before and after it', () => {
  fc.assert(
    fc.property(part, part, part, part, (before, after, newBefore, newAfter) => {
      const text = '§ the passage §';
      const range = { start: before.length, end: before.length + text.length };
      const selection = selectedTextAt(before + text + after, range)!;
      const found = findSelectedText(newBefore + text + newAfter, selection);
      expect(found).toEqual({ start: newBefore.length, end: newBefore.length + text.length });
    }),
  );
});

test('of several occurrences, the one with the same surroundings is found, or else the nearest', () => {
  const value = 'Buy bread. Bake bread. Eat bread.';
  const second = selectedTextAt(value, { start: 16, end: 21 })!;
  expect(second.text).toBe('bread');
  expect(findSelectedText(`First of all: ${value}`, second)).toEqual({ start: 30, end: 35 });
  expect(findSelectedText('bread … bread … bread', second)).toEqual({ start: 16, end: 21 });
});

test('the last of two equal words is found after text was inserted before them', () => {
  const selection = selectedTextAt('ab ab', { start: 3, end: 5 })!;
  expect(findSelectedText('x ab ab', selection)).toEqual({ start: 5, end: 7 });
});

test('the selected text is not found if it was changed or removed', () => {
  const selection = selectedTextAt('One two three', { start: 4, end: 7 })!;
  expect(findSelectedText('One tw three', selection)).toBeNull();
  expect(findSelectedText('', selection)).toBeNull();
});

test("whitespace can't be selected", () => {
  expect(selectedTextAt('a \n b', { start: 1, end: 4 })).toBeNull();
  expect(selectedTextAt('ab', { start: 1, end: 1 })).toBeNull();
});

test('a short selection in a long, repetitive text is found within 500 ms', () => {
  const value = 'a'.repeat(200_000);
  const selection = selectedTextAt(value, { start: 100_000, end: 100_001 })!;
  const took = cpuMs(() => expect(findSelectedText(value, selection)).not.toBeNull());
  expect(took).toBeLessThan(500);
});
