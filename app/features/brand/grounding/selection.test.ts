import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { selection } from './selection';

const PROFILES = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

describe('the selected profile', () => {
  test.each([
    ['the one stored on the user', 'b', 'c', 'b'],
    ['the one this browser remembers, if the user has none', null, 'c', 'c'],
    ['the first one, if neither is set', null, null, 'a'],
    ['the browser’s, if the user’s no longer exists', 'gone', 'c', 'c'],
    ['the first one, if both no longer exist', 'gone', 'gone too', 'a'],
  ])('is %s', (_, stored, local, expected) => {
    expect(selection(stored, local, PROFILES)?.id).toBe(expected);
  });

  test('is null when there are no profiles', () => {
    expect(selection('a', 'b', [])).toBeNull();
  });

  test('is always one of the profiles', () => {
    const id = fc.option(fc.constantFrom('a', 'b', 'c', 'd', ''));
    fc.assert(
      fc.property(id, id, fc.subarray(PROFILES, { minLength: 1 }), (stored, local, profiles) => {
        expect(profiles).toContain(selection(stored, local, profiles));
      }),
    );
  });
});
