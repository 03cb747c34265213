import fc from 'fast-check';
import { expect, test } from 'vitest';

import { cpuMs } from '../../../../tests/harness/cpu-time';
import { findSelectedText, isRewriteChoice, placeRewrite, selectedTextAt } from './rewrite';

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

test('an accepted rewrite changes the passage and nothing else, and its old words bring the old text back', () => {
  const passage = '§ the passage §';
  fc.assert(
    fc.property(part, part, part, part, (before, after, newBefore, text) => {
      const range = { start: before.length, end: before.length + passage.length };
      const selection = selectedTextAt(before + passage + after, range)!;
      const value = newBefore + passage + after;
      const placed = placeRewrite(value, selection, text)!;
      expect(placed.value).toBe(newBefore + text + after);
      const { start } = placed.range;
      const undone =
        placed.value.slice(0, start) + passage + placed.value.slice(start + text.length);
      expect(undone).toBe(value);
    }),
  );
});

test('a rewrite has no place in a text without its passage', () => {
  const selection = selectedTextAt('One two three', { start: 4, end: 7 })!;
  expect(placeRewrite('One 2 three', selection, 'zwei')).toBeNull();
});

test('of thousands of occurrences, the one in its place is found', () => {
  const value = 'bread '.repeat(5_000);
  const selection = selectedTextAt(value, { start: 24_000, end: 24_005 })!;
  expect(findSelectedText(value, selection)).toEqual({ start: 24_000, end: 24_005 });
});

test.each([
  ['a short passage in a long, repetitive text', 'a', 'a'.repeat(200_000), true],
  ['a long passage of one letter', 'a'.repeat(20_000), 'a'.repeat(200_000), true],
  ['a long passage that is nowhere', `b${'a'.repeat(19_999)}`, 'a'.repeat(200_000), false],
  ['a passage that is almost everywhere', `${'a'.repeat(19_999)}b`, 'a'.repeat(200_000), false],
])('%s is searched within 50 ms', (_, text, value, isThere) => {
  const selection = { text, start: 100_000, before: 'a'.repeat(2_000), after: 'a'.repeat(2_000) };
  findSelectedText(value, selection);
  const took = cpuMs(() => expect(findSelectedText(value, selection) !== null).toBe(isThere));
  expect(took).toBeLessThan(50);
});

test('a remembered choice of another version is none where a field has changed', () => {
  const selection = { text: 'Rye', start: 3, before: 'Our', after: '' };
  const choice = { action: 'tone', word: 'Warm', note: '', selection };
  expect(isRewriteChoice(JSON.parse(JSON.stringify(choice)))).toBe(true);
  expect(isRewriteChoice({ ...choice, action: 'sing' })).toBe(false);
  expect(isRewriteChoice({ ...choice, selection: { ...selection, start: '3' } })).toBe(false);
  expect(isRewriteChoice({ ...choice, selection: undefined })).toBe(false);
  fc.assert(fc.property(fc.jsonValue(), (json) => !isRewriteChoice(json)));
});
