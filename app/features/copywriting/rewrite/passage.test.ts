import fc from 'fast-check';
import { expect, test } from 'vitest';

import { cpuMs } from '../../../../tests/harness/cpu-time';
import { findPassage, passageAt } from './passage';

const piece = fc.string({ maxLength: 12 });
/** Of few letters, so that the passage also stands elsewhere. */
const repetitive = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 30 });

test('in a text that did not change it is where it was', () => {
  fc.assert(
    fc.property(repetitive, repetitive, repetitive, (before, text, after) => {
      const value = before + text + after;
      const range = { start: before.length, end: before.length + text.length };
      const passage = passageAt(value, range);
      fc.pre(passage !== null);
      expect(findPassage(value, passage)).toEqual(range);
    }),
  );
});

test('it is found whatever is written before and after it', () => {
  fc.assert(
    fc.property(piece, piece, piece, piece, (before, after, newBefore, newAfter) => {
      const text = '§ the passage §';
      const range = { start: before.length, end: before.length + text.length };
      const passage = passageAt(before + text + after, range)!;
      const found = findPassage(newBefore + text + newAfter, passage);
      expect(found).toEqual({ start: newBefore.length, end: newBefore.length + text.length });
    }),
  );
});

test('of several it is the one with its surroundings, else the nearest', () => {
  const value = 'Buy bread. Bake bread. Eat bread.';
  const second = passageAt(value, { start: 16, end: 21 })!;
  expect(second.text).toBe('bread');
  expect(findPassage(`First of all: ${value}`, second)).toEqual({ start: 30, end: 35 });
  expect(findPassage('bread … bread … bread', second)).toEqual({ start: 16, end: 21 });
});

test('the last of many alike is found behind what was inserted', () => {
  const passage = passageAt('ab ab', { start: 3, end: 5 })!;
  expect(findPassage('x ab ab', passage)).toEqual({ start: 5, end: 7 });
});

test('changed or removed it is gone', () => {
  const passage = passageAt('One two three', { start: 4, end: 7 })!;
  expect(findPassage('One tw three', passage)).toBeNull();
  expect(findPassage('', passage)).toBeNull();
});

test('blanks are no passage', () => {
  expect(passageAt('a \n b', { start: 1, end: 4 })).toBeNull();
  expect(passageAt('ab', { start: 1, end: 1 })).toBeNull();
});

test('a short passage in a long text of its like takes no long time', () => {
  const value = 'a'.repeat(200_000);
  const passage = passageAt(value, { start: 100_000, end: 100_001 })!;
  const took = cpuMs(() => expect(findPassage(value, passage)).not.toBeNull());
  expect(took).toBeLessThan(500);
});
