import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { cpuMs } from '../../../tests/harness/cpu-time';
import { differenceOf, shortened } from './difference';

// A comparison gives up by the clock, which a busy machine would reach.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

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

test('several words in a row that changed are one change', () => {
  expect(
    differenceOf('So we bake bread daily, my dear.', 'So our loaves rise daily, my dear.'),
  ).toEqual([
    { kind: 'same', text: 'So ' },
    { kind: 'removed', text: 'we bake bread' },
    { kind: 'added', text: 'our loaves rise' },
    { kind: 'same', text: ' daily, my dear.' },
  ]);
});

test('a shortened text shows what was left out, and a text with hardly anything in common is replaced', () => {
  expect(differenceOf('We bake bread, every single night.', 'We bake.').at(0)).toEqual({
    kind: 'same',
    text: 'We bake',
  });
  const [old, fresh] = [
    'Come and see the bakery by the river.',
    'Fresh rye, at seven, near the bridge!',
  ];
  expect(differenceOf(old, fresh)).toEqual([
    { kind: 'removed', text: old },
    { kind: 'added', text: fresh },
  ]);
});

test('texts that differ everywhere are compared within 50 ms, or shown as a whole', () => {
  vi.useRealTimers();
  const text = (word: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${word}${index % 97}`).join(' ');
  for (const [before, after] of [
    [text('a', 3_000), text('b', 12_000)],
    [text('a', 3_000), text('a', 12_000).split(' ').reverse().join(' ')],
    ['a\n'.repeat(10_000), 'b\na\n'.repeat(10_000)],
    ['a'.repeat(200_000), 'b'.repeat(200_000)],
    [text('a\n', 40_000), text('b\n', 40_000)],
  ] as const) {
    differenceOf(before, after);
    expect(cpuMs(() => differenceOf(before, after))).toBeLessThan(50);
  }
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
