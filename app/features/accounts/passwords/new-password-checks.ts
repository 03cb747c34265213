import type { Checks, SignInFields } from '../forms/form-checks';
import { FIELD_TEXTS } from '../texts';
import { passwordProblems, type PasswordPolicy } from './password-policy';

export function newPassword(policy: PasswordPolicy, missing = FIELD_TEXTS.newPasswordMissing) {
  return (typed: string): string[] => (typed === '' ? [missing] : passwordProblems(typed, policy));
}

export type ResetPasswordFields = Pick<SignInFields, 'password'>;

export function resetPasswordChecks(policy: PasswordPolicy): Checks<ResetPasswordFields> {
  return { password: newPassword(policy) };
}
