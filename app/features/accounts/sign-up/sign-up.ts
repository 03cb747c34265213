import { emailProblem, nameProblem, normalizeEmail, normalizeName } from '../forms/account-fields';
import { type Checks, listed, type SignInFields } from '../forms/form-checks';
import { newPassword, type PasswordPolicy } from '../passwords/password-policy';
import { FIELD_TEXTS, SIGN_UP_TEXTS } from '../texts';

export interface SignUpFields extends SignInFields {
  firstName: string;
  lastName: string;
}

/** `refusal` is what else the server has against an address. */
export function signUpChecks(
  policy: PasswordPolicy,
  refusal: (address: string) => string | undefined = () => undefined,
): Checks<SignUpFields> {
  return {
    ...nameChecks(),
    email: (typed) => {
      const address = normalizeEmail(typed);
      return listed(emailProblem(address) ?? refusal(address));
    },
    password: newPassword(policy),
  };
}

export type NameFields = Pick<SignUpFields, 'firstName' | 'lastName'>;

export function nameChecks(): Checks<NameFields> {
  const name = (missing: string) => (typed: string) =>
    listed(nameProblem(normalizeName(typed), missing));
  return {
    firstName: name(FIELD_TEXTS.firstNameMissing),
    lastName: name(FIELD_TEXTS.lastNameMissing),
  };
}

/** Whether one visitor may sign up, with the invitation that they came with or without one. */
export type SignUpAccess =
  | { kind: 'open' }
  /** Only addresses of these domains. */
  | { kind: 'domains'; domains: string[] }
  /** With a valid invitation; only for the address that it names, if it names one. */
  | { kind: 'invited'; email: string | null }
  /** `text` says why the visitor can't sign up. */
  | { kind: 'refused'; text: string };

/** What the sign-up page shows: why there is no form, or the hint at the form's email address. */
export interface SignUpPageAccess {
  refusal?: string;
  /** The only email address that can sign up. */
  invitee?: string;
  emailHint?: string;
}

/** Ready-made texts, so that the browser needs no code for them. */
export function shownAccess(access: SignUpAccess): SignUpPageAccess {
  if (access.kind === 'refused') return { refusal: access.text };
  if (access.kind === 'domains') {
    return { emailHint: SIGN_UP_TEXTS.domainsHint(domainList(access.domains)) };
  }
  return access.kind === 'invited' && access.email !== null
    ? { invitee: access.email, emailHint: SIGN_UP_TEXTS.inviteeHint }
    : {};
}

/** Why the visitor can't sign up; undefined if they can. */
export function signUpRefusalText(access: SignUpAccess): string | undefined {
  return access.kind === 'refused' ? access.text : undefined;
}

/** Why this email address (normalized) can't get an account; undefined if it can. */
export function emailRefusal(access: SignUpAccess, email: string): string | undefined {
  if (access.kind === 'domains') {
    const at = email.lastIndexOf('@');
    // The operator may write a domain in its own script; addresses arrive in ASCII.
    const named = access.domains.map((domain) => normalizeEmail(`_@${domain}`).slice(1));
    return at >= 0 && named.includes(email.slice(at))
      ? undefined
      : SIGN_UP_TEXTS.otherDomain(domainList(access.domains));
  }
  if (access.kind === 'invited' && access.email !== null && access.email !== email) {
    return SIGN_UP_TEXTS.otherInvitee(access.email);
  }
  return undefined;
}

/** "a.com, b.com or c.com" */
export function domainList(domains: readonly string[]): string {
  const first = domains.slice(0, -1).join(', ');
  return first === '' ? (domains[0] ?? '') : `${first} or ${domains.at(-1)}`;
}
