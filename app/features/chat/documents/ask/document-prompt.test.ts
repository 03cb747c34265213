import fc from 'fast-check';
import { expect, test } from 'vitest';

import { changesText } from './changes';

test('what changed is shown with what stands around it, and nothing for equal texts', () => {
  expect(changesText('Rye costs 4 euros.', 'Rye costs 5 euros.')).toBe(
    'Rye costs [-4-]{+5+} euros.',
  );
  expect(changesText('Same.', 'Same.')).toBe('Same.');
  const long = 'Many words stand here. '.repeat(50);
  expect(changesText(`${long}old ${long}`, `${long}new ${long}`)).toMatch(
    /^ \[…\] .{60}\[-old-\]\{\+new\+\}.{60} \[…\] $/s,
  );
});

test('for any two texts, what changed has at most some 4,000 characters', () => {
  const text = fc.string({ maxLength: 9_000, unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = changesText(before, after);
      expect(changes.length).toBeLessThan(4_010);
      expect(changes.isWellFormed()).toBe(before.isWellFormed() && after.isWellFormed());
    }),
    { numRuns: 30 },
  );
});
