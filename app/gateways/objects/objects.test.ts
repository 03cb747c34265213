import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { join, normalize } from 'node:path';

import { assertKey, assertPrefix, assertType } from './objects';

function accepts(assertion: (value: string) => void, value: string): boolean {
  try {
    assertion(value);
    return true;
  } catch {
    return false;
  }
}

describe('a key', () => {
  test.each(['a', 'users/0198/image.webp', 'a-b_c/1.2.3', 'A'.repeat(200)])('may be %s', (key) => {
    expect(accepts(assertKey, key)).toBe(true);
  });

  test.each([
    ['empty', ''],
    ['a parent', '../a'],
    ['a parent within', 'a/../b'],
    ['absolute', '/a'],
    ['open at the end', 'a/'],
    ['an empty word', 'a//b'],
    ['a dot', './a'],
    ['hidden', 'a/.b'],
    ['a backslash', 'a\\..\\b'],
    ['a NUL', 'a\0b'],
    ['a line break', 'a\nb'],
    ['a line break at the end', 'a\n'],
    ['escaped', 'a%2e%2e'],
    ['another script', 'ä'],
    ['a word too long', 'a'.repeat(201)],
    ['too long', `${'a'.repeat(100)}/`.repeat(7) + 'a'],
  ])('may not be %s', (_name, key) => {
    expect(accepts(assertKey, key)).toBe(false);
  });

  test("never leads out of its directory, and never equals another's file name", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', '.', '/', '\\', '-', '\0', '%') }),
        (key) => {
          if (!accepts(assertKey, key)) return;
          expect(normalize(join('/objects', key))).toBe(`/objects/${key}`);
        },
      ),
    );
  });
});

test('may begin with a prefix that ends within a word', () => {
  for (const prefix of ['', 'a', 'a/', 'a/b']) expect(accepts(assertPrefix, prefix)).toBe(true);
  for (const prefix of ['/', '..', 'a//', '.a']) expect(accepts(assertPrefix, prefix)).toBe(false);
});

test('is stored with a media type on one line', () => {
  for (const type of ['image/png', 'text/plain; charset=utf-8', 'image/svg+xml']) {
    expect(accepts(assertType, type)).toBe(true);
  }
  for (const type of ['', 'png', 'image/png\r\nX: y', 'a/b; c', `a/${'b'.repeat(200)}`]) {
    expect(accepts(assertType, type)).toBe(false);
  }
});
