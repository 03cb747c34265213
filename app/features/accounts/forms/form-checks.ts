// What both the browser and the server check, so that a form says the same with and without JavaScript. A page loads the
// checks of its own form only: those of new passwords and accounts are in files of their own.
import { emailProblem, normalizeEmail } from './account-fields';
import { FIELD_TEXTS } from '../texts';

export interface SignInFields {
  email: string;
  password: string;
}

/** For each field the texts of what is wrong with what was typed; none when it is fine. */
export type Checks<Fields> = Record<keyof Fields, (typed: string) => string[]>;

export const listed = (problem: string | undefined): string[] =>
  problem === undefined ? [] : [problem];

const email = (typed: string) => listed(emailProblem(normalizeEmail(typed)));
const password = (typed: string) => listed(typed === '' ? FIELD_TEXTS.passwordMissing : undefined);

// The policy is about new passwords: an older one must still open its account.
export const SIGN_IN_CHECKS: Checks<SignInFields> = { email, password };

export type ForgotPasswordFields = Pick<SignInFields, 'email'>;
export const FORGOT_PASSWORD_CHECKS: Checks<ForgotPasswordFields> = { email };

export type ReauthenticateFields = Pick<SignInFields, 'password'>;
export const REAUTHENTICATE_CHECKS: Checks<ReauthenticateFields> = { password };

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
