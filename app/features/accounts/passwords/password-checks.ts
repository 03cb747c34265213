import { type Checks, listed, type SignInFields } from '../forms/form-checks';
import { ACCOUNT_TEXTS, FIELD_TEXTS } from '../texts';
import { type PasswordPolicy, passwordProblems } from './password-policy';

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

export function changePasswordChecks(policy: PasswordPolicy): Checks<ChangePasswordFields> {
  return {
    currentPassword: (typed) =>
      listed(typed === '' ? ACCOUNT_TEXTS.currentPasswordMissing : undefined),
    newPassword: newPassword(policy, ACCOUNT_TEXTS.newPasswordMissing),
  };
}
