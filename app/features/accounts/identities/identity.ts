/** Two accounts at each of the issuers that an installation can have. */
export const MAX_IDENTITIES = 10;

/** An account at an issuer, as its owner sees it. */
export interface IdentityView {
  id: string;
  /** The issuer's. */
  name: string;
  email: string;
  /** When it was linked, and last signed in, in words. */
  linked: string;
  lastUsed: string | null;
  /** The operator no longer offers to sign in with this issuer. */
  isRetired: boolean;
}

/** An issuer, as people see it. */
export interface IssuerView {
  id: string;
  name: string;
}

/** Why someone visits an issuer. */
export const ISSUER_PURPOSES = ['sign-in', 'link', 'confirm'] as const;
export type IssuerPurpose = (typeof ISSUER_PURPOSES)[number];

/** The page where accounts are linked and unlinked. */
export const LINKED_ACCOUNTS = '/linked-accounts';

/** Where the browser begins at an issuer. */
export function beginPath(
  issuerId: string,
  purpose: IssuerPurpose,
  params: Record<string, string | null> = {},
): string {
  const search = new URLSearchParams({ purpose });
  for (const [name, value] of Object.entries(params)) if (value !== null) search.set(name, value);
  return `/auth/oidc/${issuerId}?${search}`;
}
