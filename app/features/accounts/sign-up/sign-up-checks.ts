import { emailProblem, nameProblem, normalizeEmail, normalizeName } from '../forms/account-fields';
import { listed, type Checks, type SignInFields } from '../forms/form-checks';
import { FIELD_TEXTS } from '../texts';
import { newPassword } from '../passwords/password-checks';
import type { PasswordPolicy } from '../passwords/password-policy';

export interface SignUpFields extends SignInFields {
  firstName: string;
  lastName: string;
}

/** `refusal` is what else the server has against an address. */
export function signUpChecks(
  policy: PasswordPolicy,
  refusal: (address: string) => string | undefined = () => undefined,
): Checks<SignUpFields> {
  const name = (missing: string) => (typed: string) =>
    listed(nameProblem(normalizeName(typed), missing));
  return {
    email: (typed) => {
      const address = normalizeEmail(typed);
      return listed(emailProblem(address) ?? refusal(address));
    },
    password: newPassword(policy),
    firstName: name(FIELD_TEXTS.firstNameMissing),
    lastName: name(FIELD_TEXTS.lastNameMissing),
  };
}
