import { expect, test } from 'vitest';

import { signUpChecks } from '../sign-up/sign-up';
import { SIGN_IN_CHECKS, verdict } from './form-checks';

const policy = { min: 6, max: 20, require: ['digit' as const] };

test('sign-up says what is wrong at every field', () => {
  expect(verdict({}, signUpChecks(policy))).toEqual({
    error: {
      email: ['Please enter your email'],
      password: ['Please choose a password'],
      firstName: ['Please enter your first name'],
      lastName: ['Please enter your last name'],
    },
  });
  expect(
    verdict(
      { email: 'ada@example', password: 'short', firstName: ' ', lastName: 'Byron' },
      signUpChecks(policy),
    ),
  ).toEqual({
    error: {
      email: ['Please enter a valid email address'],
      password: ['Use at least 6 characters'],
      firstName: ['Please enter your first name'],
    },
  });
});

test('fields without problems are returned as they were typed', () => {
  const typed = { email: 'ada@example.com', password: 'abcdef1', firstName: 'Ada', lastName: 'B' };
  expect(verdict(typed, signUpChecks(policy))).toEqual({ value: typed });
});

test('sign-in accepts a password that today’s policy would refuse, but not an empty one', () => {
  const typed = { email: 'ada@example.com', password: 'old' };
  expect(verdict(typed, SIGN_IN_CHECKS)).toEqual({ value: typed });
  expect(verdict({ ...typed, password: '' }, SIGN_IN_CHECKS)).toEqual({
    error: { password: ['Please enter your password'] },
  });
});

test('a file or a list instead of text counts as empty', () => {
  const typed = { email: ['ada@example.com'], password: new File([], 'x') };
  expect(verdict(typed, SIGN_IN_CHECKS).error).toEqual({
    email: ['Please enter your email'],
    password: ['Please enter your password'],
  });
});
