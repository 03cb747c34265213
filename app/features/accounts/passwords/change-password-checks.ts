import { listed, type Checks } from '../forms/form-checks';
import { ACCOUNT_TEXTS } from '../texts';
import { newPassword } from './new-password-checks';
import type { PasswordPolicy } from './password-policy';

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
