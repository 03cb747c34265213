// What both the browser and the server check, so that a form says the same with and without JavaScript. The checks of new
// passwords and new accounts are in other files, because most pages don't need to load them.
import { ACCOUNT_TEXTS, FIELD_TEXTS } from '../texts';
import { emailProblem, normalizeEmail } from './account-fields';

export interface SignInFields {
  email: string;
  password: string;
}

/** Returns, for each field, what is wrong with the typed text, in words; an empty list if nothing is. */
export type Checks<Fields> = Record<keyof Fields, (typed: string) => string[]>;

export const listed = (problem: string | undefined): string[] =>
  problem === undefined ? [] : [problem];

const email = (typed: string) => listed(emailProblem(normalizeEmail(typed)));
const password = (typed: string) => listed(typed === '' ? FIELD_TEXTS.passwordMissing : undefined);

// The password policy is for new passwords: an older one must still open its account.
export const SIGN_IN_CHECKS: Checks<SignInFields> = { email, password };

export type ForgotPasswordFields = Pick<SignInFields, 'email'>;
export const FORGOT_PASSWORD_CHECKS: Checks<ForgotPasswordFields> = { email };

export type ReauthenticateFields = Pick<SignInFields, 'password'>;
export const REAUTHENTICATE_CHECKS: Checks<ReauthenticateFields> = { password };

export interface ChangeEmailFields {
  email: string;
}

/** `refusal` is what else the server has against an address. */
export function changeEmailChecks(
  current: string,
  refusal: (address: string) => string | undefined = () => undefined,
): Checks<ChangeEmailFields> {
  return {
    email: (typed) => {
      const address = normalizeEmail(typed);
      if (address === '') return [ACCOUNT_TEXTS.newEmailMissing];
      if (address === current) return [ACCOUNT_TEXTS.sameEmail];
      return listed(emailProblem(address) ?? refusal(address));
    },
  };
}

/** The result of the checks as conform's `parse` takes it. */
export function verdict<Fields extends object>(
  typed: Record<string, unknown>,
  checks: Partial<Checks<Fields>>,
): { value?: Fields; error?: Record<string, string[]> } {
  const error: Record<string, string[]> = {};
  for (const [name, check] of Object.entries(
    checks as Record<string, (typed: string) => string[]>,
  )) {
    const text = typed[name];
    const problems = check(typeof text === 'string' ? text : '');
    if (problems.length > 0) error[name] = problems;
  }
  return Object.keys(error).length > 0 ? { error } : { value: typed as Fields };
}
