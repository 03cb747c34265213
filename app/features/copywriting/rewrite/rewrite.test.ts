import fc from 'fast-check';
import { expect, test } from 'vitest';

import { cpuMs } from '../../../../tests/harness/cpu-time';
import { findSelectedText, selectedTextAt } from './rewrite';

const part = fc.string({ maxLength: 12 });
/** Of few letters, so that the passage also stands elsewhere. */
const repetitive = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 30 });

test('in a text that did not change it is where it was', () => {
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

test('it is found whatever is written before and after it', () => {
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

test('of several it is the one with its surroundings, else the nearest', () => {
  const value = 'Buy bread. Bake bread. Eat bread.';
  const second = selectedTextAt(value, { start: 16, end: 21 })!;
  expect(second.text).toBe('bread');
  expect(findSelectedText(`First of all: ${value}`, second)).toEqual({ start: 30, end: 35 });
  expect(findSelectedText('bread … bread … bread', second)).toEqual({ start: 16, end: 21 });
});

test('the last of many alike is found behind what was inserted', () => {
  const selection = selectedTextAt('ab ab', { start: 3, end: 5 })!;
  expect(findSelectedText('x ab ab', selection)).toEqual({ start: 5, end: 7 });
});

test('changed or removed it is gone', () => {
  const selection = selectedTextAt('One two three', { start: 4, end: 7 })!;
  expect(findSelectedText('One tw three', selection)).toBeNull();
  expect(findSelectedText('', selection)).toBeNull();
});

test('blanks are no passage', () => {
  expect(selectedTextAt('a \n b', { start: 1, end: 4 })).toBeNull();
  expect(selectedTextAt('ab', { start: 1, end: 1 })).toBeNull();
});

test('a short passage in a long text of its like takes no long time', () => {
  const value = 'a'.repeat(200_000);
  const selection = selectedTextAt(value, { start: 100_000, end: 100_001 })!;
  const took = cpuMs(() => expect(findSelectedText(value, selection)).not.toBeNull());
  expect(took).toBeLessThan(500);
});
