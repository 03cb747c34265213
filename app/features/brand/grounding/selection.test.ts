import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { selection } from './selection';

const PROFILES = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

describe('the profile that is used', () => {
  test.each([
    ['the one on the user', 'b', 'c', 'b'],
    ['else the one of this browser', null, 'c', 'c'],
    ['else the first', null, null, 'a'],
    ['the browser’s, when the user’s is gone', 'gone', 'c', 'c'],
    ['the first, when both are gone', 'gone', 'gone too', 'a'],
  ])('is %s', (_, stored, local, expected) => {
    expect(selection(stored, local, PROFILES)?.id).toBe(expected);
  });

  test('is none where there is no profile', () => {
    expect(selection('a', 'b', [])).toBeNull();
  });

  test('is always one of them', () => {
    const id = fc.option(fc.constantFrom('a', 'b', 'c', 'd', ''));
    fc.assert(
      fc.property(id, id, fc.subarray(PROFILES, { minLength: 1 }), (stored, local, profiles) => {
        expect(profiles).toContain(selection(stored, local, profiles));
      }),
    );
  });
});
