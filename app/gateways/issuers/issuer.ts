/** What an issuer says about the person who signed in there, after everything was validated. */
export interface IssuedIdentity {
  /** The issuer's name for the account, which never changes. */
  subject: string;
  /** As the issuer writes it; null if it gives none. */
  email: string | null;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  /** A claim that the operator named makes this person an admin. */
  isAdmin: boolean;
  /** When the person last showed the issuer who they are, in seconds since 1970; null if it doesn't say. */
  authenticatedAt: number | null;
}

/** What ties an answer of the issuer to the browser that asked for it. Kept by the browser meanwhile. */
export interface AuthorizationChecks {
  state: string;
  nonce: string;
  /** PKCE's secret (RFC 7636). */
  verifier: string;
}

/**
 * `canceled`: the person, or the issuer, said no. `invalid`: the answer isn't one to what was asked, or not validly signed.
 * `unreachable`: the issuer didn't answer, or failed.
 */
export type IssuerFailure = 'canceled' | 'invalid' | 'unreachable';

/** It keeps no cause: those of the library hold tokens and claims, which no log may get. */
export class IssuerError extends Error {
  readonly failure: IssuerFailure;
  /** For the log. */
  readonly detail: string;

  constructor(failure: IssuerFailure, detail: string) {
    super(`the issuer's answer: ${failure} (${detail})`);
    this.failure = failure;
    this.detail = detail;
  }
}
