import fc from 'fast-check';
import { expect, test } from 'vitest';

import { entryName } from './entry-name';

test.each([
  ['conversations.json', 'conversations.json'],
  ['My export\\conversations.json', 'My export/conversations.json'],
  ['./a//b.json', 'a/b.json'],
  ['Menü.png', 'Menü.png'],
])('%j is a way below the root', (written, path) => {
  expect(entryName(written)).toEqual({ path });
});

test.each([
  '../x',
  'a/../../x',
  '..\\x',
  '/etc/passwd',
  'C:\\x',
  'a\0b',
  'a\nb',
  'x'.repeat(1_025),
])('%j is unsafe', (written) => {
  expect(entryName(written)).toBe('unsafe');
});

test.each(['folder/', '', '.', '__MACOSX/._conversations.json', 'a/._b.json', 'a/.DS_Store'])(
  '%j is nothing to read',
  (written) => {
    expect(entryName(written)).toBe('nothing');
  },
);

test('no name leads out of its zip', () => {
  const part = fc.constantFrom('..', '.', '/', '\\', 'a', 'C:', '\0', '…', ' ');
  fc.assert(
    fc.property(
      fc.array(part).map((chunks) => chunks.join('')),
      (written) => {
        const name = entryName(written);
        if (typeof name === 'string') return;
        expect(name.path.startsWith('/')).toBe(false);
        expect(name.path.split('/')).not.toContain('..');
      },
    ),
  );
});
