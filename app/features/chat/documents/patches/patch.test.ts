import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  applyPatches,
  MAX_AROUND,
  MAX_PATCH,
  type PatchText,
  placePatches,
  storablePatch,
} from './patch';

const patch = (find: string, replace: string, more: Partial<PatchText> = {}): PatchText => ({
  ...{ find, replace, before: '', after: '' },
  ...more,
});
const apply = (text: string, ...patches: PatchText[]) =>
  applyPatches(text, placePatches(text, patches));
const misfits = (text: string, ...patches: PatchText[]) =>
  placePatches(text, patches, true).map(({ misfit }) => misfit);

test('several patches are applied at once, whatever their order and whatever they add', () => {
  const text = 'One. Two. Three.';
  const patches = [patch('Three', 'Third, and last'), patch('One', 'First')];
  expect(apply(text, ...patches)).toBe('First. Two. Third, and last.');
});

test('of several places, the surroundings decide', () => {
  const text = '- bread: 4\n- cake: 4\n';
  expect(apply(text, patch('4', '5', { before: 'cake: ' }))).toBe('- bread: 4\n- cake: 5\n');
  expect(misfits(text, patch('4', '5', { before: 'cake: ' }))).toEqual([null]);
  expect(misfits(text, patch('4', '5'))).toEqual(['ambiguous']);
});

test('without a passage, a patch adds behind what stands before it, or at the beginning', () => {
  expect(apply('A\n\nC', patch('', '\n\nB', { before: 'A' }))).toBe('A\n\nB\n\nC');
  expect(apply('B', patch('', 'A'))).toBe('AB');
  expect(apply('', patch('', 'A'))).toBe('A');
});

test('two additions at one place follow each other in their order', () => {
  const before = 'A';
  expect(apply('A.', patch('', '1', { before }), patch('', '2', { before }))).toBe('A12.');
});

test('a passage that isn’t there, or is taken by an earlier patch, has no place', () => {
  const text = 'One two three.';
  expect(
    misfits(text, patch('four', '4'), patch('two three', '2 3'), patch('One two', '1 2')),
  ).toEqual(['missing', null, 'overlap']);
  expect(misfits('x'.repeat(199_999), patch('', 'yy'))).toEqual(['too-long']);
});

test('what can’t be stored is taken out of a patch, and what is too long is cut', () => {
  const stored = storablePatch({
    ...{ find: 'a\0\r\nb\ud800', replace: 'x'.repeat(MAX_PATCH + 1) },
    ...{ before: `1${'b'.repeat(MAX_AROUND)}`, after: `${'a'.repeat(MAX_AROUND)}1` },
  });
  expect(stored.find).toBe('a\nb\ufffd');
  expect(stored.replace).toHaveLength(MAX_PATCH);
  expect([stored.before, stored.after]).toEqual(['b'.repeat(MAX_AROUND), 'a'.repeat(MAX_AROUND)]);
});

test('for any text, patches change nothing but their passages', () => {
  const parts = fc.array(fc.tuple(fc.string({ maxLength: 8 }), fc.boolean()), { maxLength: 12 });
  fc.assert(
    fc.property(parts, (given) => {
      // Each passage has a number, so that it stands in one place only.
      const passages = given.map(([text, isChanged], at) => ({
        text: `⟦${at}:${text}⟧`,
        isChanged,
      }));
      const text = passages.map((part) => part.text).join('');
      const patches = passages
        .filter(({ isChanged }) => isChanged)
        .map((part) => patch(part.text, `new ${part.text}`));
      const expected = passages
        .map((part) => (part.isChanged ? `new ${part.text}` : part.text))
        .join('');
      expect(apply(text, ...patches.toReversed())).toBe(expected);
    }),
  );
});

test('for any text and any patches, nothing outside of the replaced passages is lost', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 20 });
  const anyPatch = fc.record({ find: letters, replace: letters, before: letters, after: letters });
  fc.assert(
    fc.property(letters, fc.array(anyPatch, { maxLength: 6 }), (text, patches) => {
      const placed = placePatches(text, patches);
      const replaced = placed.reduce(
        (sum, { range }) => sum + (range ? range.end - range.start : 0),
        0,
      );
      const added = placed.reduce(
        (sum, one) => sum + (one.range ? one.patch.replace.length : 0),
        0,
      );
      expect(applyPatches(text, placed)).toHaveLength(text.length - replaced + added);
    }),
  );
});
