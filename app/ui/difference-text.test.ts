import fc from 'fast-check';
import { expect, test } from 'vitest';

import { differenceOf, shortened } from './difference-text';

test('tells word by word what became of a text', () => {
  expect(differenceOf('Buy two breads now.', 'Buy three breads now!')).toEqual([
    { kind: 'same', text: 'Buy ' },
    { kind: 'removed', text: 'two' },
    { kind: 'added', text: 'three' },
    { kind: 'same', text: ' breads now' },
    { kind: 'removed', text: '.' },
    { kind: 'added', text: '!' },
  ]);
});

test('both texts are in it, whatever they are', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '.', 'ä', '🍞') });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = differenceOf(before, after);
      const without = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map((part) => part.text)
          .join('');
      expect([without('added'), without('removed')]).toEqual([before, after]);
    }),
  );
});

test('of what did not change only the lines beside what did are shown', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `Line ${index}`);
  const before = lines.join('\n');
  const after = [...lines.slice(0, 15), 'New', ...lines.slice(15)].join('\n');
  const shown = shortened(differenceOf(before, after));
  expect(shown.filter((part) => typeof part === 'number')).toHaveLength(2);
  const seen = shown.map((part) => (typeof part === 'number' ? '' : part.text)).join('');
  expect(seen).toContain('Line 14');
  expect(seen).toContain('New');
  expect(seen).not.toContain('Line 3\n');
});

test('a text without a change, and a short one, are shown whole', () => {
  const same = { kind: 'same', text: 'x\n'.repeat(50) } as const;
  expect(shortened([same])).toEqual([same]);
});
