import fc from 'fast-check';
import { expect, test } from 'vitest';

import { differenceOf, shortened } from './difference-text';

test('the difference of two texts is given word by word', () => {
  expect(differenceOf('Buy two breads now.', 'Buy three breads now!')).toEqual([
    { kind: 'same', text: 'Buy ' },
    { kind: 'removed', text: 'two' },
    { kind: 'added', text: 'three' },
    { kind: 'same', text: ' breads now' },
    { kind: 'removed', text: '.' },
    { kind: 'added', text: '!' },
  ]);
});

test('the difference contains both texts completely, whatever they are', () => {
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

test('only the lines next to a change are shown of a long unchanged part', () => {
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

test('an unchanged or short text is shown completely', () => {
  const same = { kind: 'same', text: 'x\n'.repeat(50) } as const;
  expect(shortened([same])).toEqual([same]);
});
