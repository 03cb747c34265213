import fc from 'fast-check';
import { expect, test } from 'vitest';

import { MAX_ABOUT, materialProblems } from './draft';
import { readNote, withRead } from './material';

const read = { kind: 'website', name: 'bakery.example', pages: 3, text: 'We bake.' } as const;

test('what was read is added below what was typed, which is kept', () => {
  const material = { about: 'Mine. ', samples: ['Hello'] };
  expect(withRead(material, read)).toEqual({
    material: { about: 'Mine.\n\nWe bake.', samples: ['Hello'] },
    cut: false,
  });
  expect(withRead({ about: ' ', samples: [] }, read).material.about).toBe('We bake.');
});

test('what was read is cut to what a draft takes, and typed text never is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: MAX_ABOUT }),
      fc.integer({ min: 1, max: 2 * MAX_ABOUT }),
      (typed, found) => {
        const about = 'a'.repeat(typed);
        const { material, cut } = withRead(
          { about, samples: [] },
          { ...read, text: '😀'.repeat(found / 2) + 'b' },
        );
        expect(material.about.startsWith(about)).toBe(true);
        expect(materialProblems(material)).toEqual({});
        expect(cut).toBe(!material.about.endsWith('b'));
      },
    ),
    { numRuns: 50 },
  );
});

test('the note says what was added and whether it was cut', () => {
  expect(readNote(read, false)).toBe(
    'Added 3 pages of bakery.example. Edit anything before you draft.',
  );
  expect(readNote({ ...read, kind: 'file', name: '“menu.txt”', pages: null }, true)).toBe(
    'Added “menu.txt”. It didn’t all fit, so we kept the beginning. Edit anything before you draft.',
  );
});
