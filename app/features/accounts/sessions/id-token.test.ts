import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { userScope } from '~/lib/scope';

import { openToken, sealToken } from './id-token.server';

const SECRET = 'a secret of more than thirty-two characters';
const now = new Date('2026-11-21T12:00:00Z');
const claims = {
  userId: userScope('0198c0de-0000-7000-8000-000000000000'),
  sessionId: 'ab'.repeat(32),
  expiresAt: new Date('2026-11-21T12:10:00Z'),
};
const token = sealToken(claims, SECRET);

test('a token can be opened until it expires', () => {
  expect(openToken(token, SECRET, now)).toEqual(claims);
  const last = new Date(claims.expiresAt.getTime() - 1);
  expect(openToken(token, SECRET, last)).toEqual(claims);
  expect(openToken(token, SECRET, claims.expiresAt)).toBeNull();
});

test('a token that was signed with another secret is refused', () => {
  expect(openToken(sealToken(claims, `${SECRET}.`), SECRET, now)).toBeNull();
});

describe('a forged token', () => {
  test('is refused if a single character was changed', () => {
    fc.assert(
      fc.property(
        fc.nat(token.length - 1),
        fc.constantFrom(...'abcXYZ019-_.= '),
        (index, character) => {
          fc.pre(token[index] !== character);
          const changed = token.slice(0, index) + character + token.slice(index + 1);
          const opened = openToken(changed, SECRET, now);
          expect(opened).toBeNull();
        },
      ),
    );
  });

  test('is refused without an error if it was made up', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(openToken(text, SECRET, now)).toBeNull();
        expect(openToken(`bw1.${text}.${'A'.repeat(43)}`, SECRET, now)).toBeNull();
        expect(openToken(token + text, SECRET, now)).toEqual(text === '' ? claims : null);
      }),
    );
  });
});
