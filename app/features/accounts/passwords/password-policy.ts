import { normalizeText } from '~/lib/text/normalize';

import { type Checks, listed, type SignInFields } from '../forms/form-checks';
import { ACCOUNT_TEXTS, FIELD_TEXTS } from '../texts';

export type PasswordRule = 'lower' | 'upper' | 'digit' | 'special';

export interface PasswordPolicy {
  min: number;
  max: number;
  require: readonly PasswordRule[];
}

/** The maximum length of a password if the operator sets none. */
export const DEFAULT_MAX = 1024;

// Letters of every script count; a character that is neither letter, digit nor space is special.
const RULES: Record<PasswordRule, { pattern: RegExp; words: string }> = {
  lower: { pattern: /\p{Ll}/u, words: 'a lowercase letter' },
  upper: { pattern: /\p{Lu}/u, words: 'an uppercase letter' },
  digit: { pattern: /\p{Nd}/u, words: 'a digit' },
  special: { pattern: /[^\p{L}\p{M}\p{N}\s]/u, words: 'a special character' },
};

/** The form in which a password is checked and hashed: the same keys give the same characters on every system. */
export function normalizePassword(password: string): string {
  return normalizeText(password, 'NFKC');
}

/** What is wrong with a new password, each as a sentence; empty if it is acceptable. */
export function passwordProblems(password: string, policy: PasswordPolicy): string[] {
  // At most four characters compose to one, and each takes up to two UTF-16 units.
  if (password.length > 8 * policy.max) return [`Use at most ${characters(policy.max)}`];
  const text = normalizePassword(password);
  const length = [...text].length;
  if (length < policy.min) return [`Use at least ${characters(policy.min)}`];
  if (length > policy.max) return [`Use at most ${characters(policy.max)}`];
  return policy.require
    .filter((rule) => !RULES[rule].pattern.test(text))
    .map((rule) => `Include ${RULES[rule].words}`);
}

/** The policy in one sentence, for the field's hint. */
export function describePolicy(policy: PasswordPolicy): string {
  const required = policy.require.map((rule) => RULES[rule].words);
  const list = required.length > 1 ? `${required.slice(0, -1).join(', ')} and ` : '';
  const including = required.length > 0 ? `, with ${list}${required.at(-1)}` : '';
  return `At least ${characters(policy.min)}${including}.`;
}

function characters(count: number): string {
  return `${count} character${count === 1 ? '' : 's'}`;
}

/** The check of a field for a new password; `missing` is the text for an empty one. */
export function newPassword(policy: PasswordPolicy, missing = FIELD_TEXTS.newPasswordMissing) {
  return (typed: string): string[] => (typed === '' ? [missing] : passwordProblems(typed, policy));
}

export type ResetPasswordFields = Pick<SignInFields, 'password'>;

export function resetPasswordChecks(policy: PasswordPolicy): Checks<ResetPasswordFields> {
  return { password: newPassword(policy) };
}

export interface ChangePasswordFields {
  currentPassword: string;
  newPassword: string;
}

export function changePasswordChecks(
  policy: PasswordPolicy,
  hasPassword: boolean,
): Checks<ChangePasswordFields> {
  return {
    currentPassword: (typed) =>
      listed(hasPassword && typed === '' ? ACCOUNT_TEXTS.currentPasswordMissing : undefined),
    newPassword: newPassword(policy, ACCOUNT_TEXTS.newPasswordMissing),
  };
}
