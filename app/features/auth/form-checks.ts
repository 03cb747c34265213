// What both the browser and the server check, so that a form says the same with and without JavaScript.
import { emailProblem, nameProblem, normaliseEmail, normaliseName } from './account-fields';
import { FIELD_TEXTS } from './messages';
import { passwordProblems, type PasswordPolicy } from './password-policy';

export interface SignInFields {
  email: string;
  password: string;
}

export interface SignUpFields extends SignInFields {
  firstName: string;
  lastName: string;
}

/** For each field the texts of what is wrong with what was typed; none when it is fine. */
export type Checks<Fields> = Record<keyof Fields, (typed: string) => string[]>;

const listed = (problem: string | undefined): string[] => (problem === undefined ? [] : [problem]);

const email = (typed: string) => listed(emailProblem(normaliseEmail(typed)));
const password = (typed: string) => listed(typed === '' ? FIELD_TEXTS.passwordMissing : undefined);

// The policy is about new passwords: an older one must still open its account.
export const SIGN_IN_CHECKS: Checks<SignInFields> = { email, password };

export function signUpChecks(policy: PasswordPolicy): Checks<SignUpFields> {
  const name = (missing: string) => (typed: string) =>
    listed(nameProblem(normaliseName(typed), missing));
  return {
    email,
    password: (typed) =>
      typed === '' ? [FIELD_TEXTS.newPasswordMissing] : passwordProblems(typed, policy),
    firstName: name(FIELD_TEXTS.firstNameMissing),
    lastName: name(FIELD_TEXTS.lastNameMissing),
  };
}

/** The result of the checks as conform's `parse` wants it. */
export function verdict<Fields extends object>(
  typed: Record<string, unknown>,
  checks: Checks<Fields>,
): { value?: Fields; error?: Record<string, string[]> } {
  const error: Record<string, string[]> = {};
  for (const [name, check] of Object.entries<(typed: string) => string[]>(checks)) {
    const text = typed[name];
    const problems = check(typeof text === 'string' ? text : '');
    if (problems.length > 0) error[name] = problems;
  }
  return Object.keys(error).length > 0 ? { error } : { value: typed as Fields };
}
