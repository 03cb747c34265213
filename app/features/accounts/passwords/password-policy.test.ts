import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  DEFAULT_MAX,
  describePolicy,
  normalizePassword,
  passwordProblems,
  type PasswordPolicy,
  type PasswordRule,
} from './password-policy';

const policy = (overrides: Partial<PasswordPolicy> = {}): PasswordPolicy => ({
  min: 6,
  max: DEFAULT_MAX,
  require: [],
  ...overrides,
});

const ALL: PasswordRule[] = ['lower', 'upper', 'digit', 'special'];

describe('passwordProblems', () => {
  test.each([
    ['12345', ['Use at least 6 characters']],
    ['123456', []],
    ['', ['Use at least 6 characters']],
    ['      ', []],
    // Six characters in twelve UTF-16 units; five characters in ten.
    ['🦊🦊🦊🦊🦊🦊', []],
    ['🦊🦊🦊🦊🦊', ['Use at least 6 characters']],
    // One character typed as two code points: counted in the form in which it is hashed.
    ['e\u0301aaaa', ['Use at least 6 characters']],
  ])('checks only the length by default: %j', (password, problems) => {
    expect(passwordProblems(password, policy())).toEqual(problems);
  });

  test('accepts a password of the maximum length and refuses a longer one', () => {
    expect(passwordProblems('x'.repeat(8), policy({ max: 8 }))).toEqual([]);
    expect(passwordProblems('x'.repeat(9), policy({ max: 8 }))).toEqual([
      'Use at most 8 characters',
    ]);
  });

  test('has a sentence for each missing kind of character, in the order of the policy', () => {
    expect(passwordProblems('......', policy({ require: ALL }))).toEqual([
      'Include a lowercase letter',
      'Include an uppercase letter',
      'Include a digit',
    ]);
    expect(passwordProblems('abcdef', policy({ require: ['special'] }))).toEqual([
      'Include a special character',
    ]);
  });

  test('counts letters and digits of every script, and neither as special', () => {
    expect(passwordProblems('ÄÖÜдж٣', policy({ require: ['lower', 'upper', 'digit'] }))).toEqual(
      [],
    );
    expect(passwordProblems('ÄÖÜдж٣', policy({ require: ['special'] }))).toHaveLength(1);
    expect(passwordProblems('pass word', policy({ require: ['special'] }))).toHaveLength(1);
  });

  test('is empty exactly for passwords that meet every rule', () => {
    const rules = fc.subarray(ALL);
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme-ascii' }),
        rules,
        fc.nat(12),
        (password, require, min) => {
          const met =
            password.length >= min &&
            (!require.includes('lower') || /[a-z]/.test(password)) &&
            (!require.includes('upper') || /[A-Z]/.test(password)) &&
            (!require.includes('digit') || /[0-9]/.test(password)) &&
            (!require.includes('special') || /[^A-Za-z0-9\s]/.test(password));
          expect(passwordProblems(password, policy({ min, require })).length === 0).toBe(met);
        },
      ),
    );
  });

  test('treats a password the same no matter how its characters are composed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.subarray(ALL), (password, require) => {
        const check = (text: string) => passwordProblems(text, policy({ require }));
        expect(check(password.normalize('NFD'))).toEqual(check(password.normalize('NFC')));
        expect(normalizePassword(password.normalize('NFD'))).toBe(normalizePassword(password));
      }),
    );
  });
});

test.each([
  [policy(), 'At least 6 characters.'],
  [policy({ min: 1 }), 'At least 1 character.'],
  [policy({ require: ['digit'] }), 'At least 6 characters, with a digit.'],
  [
    policy({ min: 10, require: ALL }),
    'At least 10 characters, with a lowercase letter, an uppercase letter, a digit and a special character.',
  ],
])('the hint for the policy %j says: %s', (rules, hint) => {
  expect(describePolicy(rules)).toBe(hint);
});
