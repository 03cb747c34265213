import { randomInt } from 'node:crypto';

import { env } from '~/settings/env.server';

import {
  DEFAULT_MAX,
  passwordProblems,
  type PasswordPolicy,
  type PasswordRule,
} from './password-policy';

/** What the operator asks of new passwords. */
export function passwordPolicy(): PasswordPolicy {
  const { PASSWORD_MIN, PASSWORD_MAX, PASSWORD_REQUIRE } = env();
  return { min: PASSWORD_MIN, max: PASSWORD_MAX ?? DEFAULT_MAX, require: PASSWORD_REQUIRE };
}

/** What speaks against a new password, each as a sentence. */
export function newPasswordProblems(password: string): string[] {
  return passwordProblems(password, passwordPolicy());
}

const GENERATED_LENGTH = 20;

// Without what is easily taken for something else.
const CHARACTERS: Record<PasswordRule, string> = {
  lower: 'abcdefghijkmnpqrstuvwxyz',
  upper: 'ABCDEFGHJKLMNPQRSTUVWXYZ',
  digit: '23456789',
  special: '-_.+!?',
};

function oneOf(characters: string): string {
  return characters.charAt(randomInt(characters.length));
}

/** A random password that the operator's policy accepts. */
export function generatePassword(): string {
  const policy = passwordPolicy();
  const length = Math.min(Math.max(GENERATED_LENGTH, policy.min), policy.max);
  const characters = policy.require.map((rule) => oneOf(CHARACTERS[rule]));
  const any = CHARACTERS.lower + CHARACTERS.upper + CHARACTERS.digit;
  while (characters.length < length) {
    characters.splice(randomInt(characters.length + 1), 0, oneOf(any));
  }
  return characters.join('');
}
