import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { assertKey, ObjectDamaged } from './objects';
import { assertSealed, sealedKey, sealOf } from './seal.server';

const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });

describe('a sealed key', () => {
  test('is a valid key, and accepts the bytes that it was made for', () => {
    fc.assert(
      fc.property(bytes, (stored) => {
        const key = sealedKey('messages/a/b/content-c', stored);
        assertKey(key);
        assertSealed(key, stored);
        assertSealed(`copies/d${sealOf(key)}`, stored);
      }),
    );
  });

  test('refuses a changed, a missing, or an extra byte', () => {
    fc.assert(
      fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (stored, at, by) => {
        const key = sealedKey('a', stored);
        const flipped = Uint8Array.from(stored);
        flipped[at % stored.length]! ^= by;
        for (const other of [flipped, stored.subarray(1), Uint8Array.of(...stored, by)]) {
          expect(() => assertSealed(key, other)).toThrow(ObjectDamaged);
        }
      }),
    );
  });

  test('without a seal accepts anything', () => {
    for (const key of ['attachments/a/b/read', 'messages/a/b/content-0198f0a0', 'a.txt']) {
      expect(sealOf(key)).toBe('');
      assertSealed(key, Buffer.from('anything'));
    }
  });
});
