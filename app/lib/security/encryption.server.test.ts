import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { decrypt, encrypt, keyedHash, Undecipherable } from './encryption.server';
import { env } from '~/settings/env.server';

const KEY = 'the first key, of thirty-two characters';
const PLACE = 'table:row';

beforeEach(() => {
  env().ENCRYPTION_KEY = KEY;
});
afterEach(() => {
  env().ENCRYPTION_KEY = undefined;
});

test('decrypts what was encrypted, which looks different each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const [first, second] = [encrypt(text, PLACE), encrypt(text, PLACE)];
      expect(decrypt(first, PLACE)).toBe(text);
      expect(first).not.toBe(second);
    }),
  );
});

test('names a different key as the reason, without naming a key', () => {
  const encrypted = encrypt('a secret', PLACE);
  env().ENCRYPTION_KEY = `${KEY}.`;
  const read = () => decrypt(encrypted, PLACE);
  expect(read).toThrow(Undecipherable);
  expect(read).toThrow(/^it was encrypted by another ENCRYPTION_KEY \([\w-]{8}\) than the present/);
  expect(read).not.toThrow(KEY);
});

test('decrypts only in the place that it was encrypted for', () => {
  expect(() => decrypt(encrypt('a secret', PLACE), 'table:other row')).toThrow(Undecipherable);
});

test('refuses anything changed or made up', () => {
  const encrypted = encrypt('a secret', PLACE);
  fc.assert(
    fc.property(fc.nat(encrypted.length - 2), fc.constantFrom(...'abXY019-_.'), (at, character) => {
      fc.pre(encrypted[at] !== character);
      const changed = encrypted.slice(0, at) + character + encrypted.slice(at + 1);
      expect(() => decrypt(changed, PLACE)).toThrow(Undecipherable);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => decrypt(text, PLACE)).toThrow(Undecipherable);
    }),
  );
});

test('encrypts nothing without a key', () => {
  env().ENCRYPTION_KEY = undefined;
  expect(() => encrypt('a secret', PLACE)).toThrow('ENCRYPTION_KEY is not set');
});

test('makes a hash that differs by key and by text', () => {
  const hash = keyedHash('a');
  expect(keyedHash('a')).toBe(hash);
  expect(keyedHash('b')).not.toBe(hash);
  env().ENCRYPTION_KEY = `${KEY}.`;
  expect(keyedHash('a')).not.toBe(hash);
});
