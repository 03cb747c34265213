import { normalizeEmail } from '../forms/account-fields';
import { SIGN_UP_TEXTS } from '../texts';

/** Who gets an account here, as it stands for one visitor: with the invitation they came with, or without. */
export type SignUpAccess =
  | { kind: 'open' }
  /** Only addresses of these domains. */
  | { kind: 'domains'; domains: string[] }
  /** With a valid invitation; only for this address when it names one. */
  | { kind: 'invited'; email: string | null }
  /** No one gets an account this way, and why not. */
  | { kind: 'refused'; text: string };

/** What the page of a sign-up shows: why there is no form, or what is said of the form's e-mail. */
export interface SignUpPageAccess {
  refusal?: string;
  /** The email address is this one, and fixed. */
  invitee?: string;
  emailHint?: string;
}

// In words, as all that the browser has to know: its page has little room for code.
export function shownAccess(access: SignUpAccess): SignUpPageAccess {
  if (access.kind === 'refused') return { refusal: access.text };
  if (access.kind === 'domains') {
    return { emailHint: SIGN_UP_TEXTS.domainsHint(domainList(access.domains)) };
  }
  return access.kind === 'invited' && access.email !== null
    ? { invitee: access.email, emailHint: SIGN_UP_TEXTS.inviteeHint }
    : {};
}

/** Why no one gets an account this way; undefined when someone may. */
export function signUpRefusalText(access: SignUpAccess): string | undefined {
  return access.kind === 'refused' ? access.text : undefined;
}

/** What speaks against an account for this normalized e-mail. */
export function emailRefusal(access: SignUpAccess, email: string): string | undefined {
  if (access.kind === 'domains') {
    const at = email.lastIndexOf('@');
    // An operator may write a domain in its own script; addresses come in their ASCII form.
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
  const most = domains.slice(0, -1).join(', ');
  return most === '' ? (domains[0] ?? '') : `${most} or ${domains.at(-1)}`;
}
