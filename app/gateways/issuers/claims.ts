import type { IssuerSetting } from '~/settings/json-settings';

import type { IssuedIdentity } from './issuer';

type Claims = Readonly<Record<string, unknown>>;

/** OpenID Connect Core 1.0, section 2. */
const MAX_SUBJECT = 255;
const MAX_EMAIL = 320;
const MAX_NAME = 200;

function textOf(value: unknown, max: number): string {
  return typeof value === 'string' && value.length <= max ? value.trim() : '';
}

/** The claim of this name, or along it: `realm_access.roles` is where Keycloak has its roles. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Claims)[part];
  }
  return value;
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}

/**
 * What validated claims say about a person; null without a usable subject. `xms_edov` is Microsoft's way to say that the
 * owner of an address's domain was verified.
 */
export function readClaims(
  claims: Claims,
  { trustEmails, admin }: Pick<IssuerSetting, 'trustEmails' | 'admin'>,
): IssuedIdentity | null {
  const subject = claims.sub;
  if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT) return null;
  const email = textOf(claims.email, MAX_EMAIL);
  const [first, last] = [claims.given_name, claims.family_name].map((it) => textOf(it, MAX_NAME));
  const [whole, ...rest] = textOf(claims.name, MAX_NAME).split(' ');
  const granted = admin && claimAt(claims, admin.claim);
  return {
    subject,
    email: email === '' ? null : email,
    emailVerified: trustEmails || isTrue(claims.email_verified) || isTrue(claims.xms_edov),
    firstName: first || (whole ?? ''),
    lastName: last || (first ? '' : rest.join(' ')),
    isAdmin: admin !== undefined && [granted].flat().includes(admin.value),
    authenticatedAt: typeof claims.auth_time === 'number' ? claims.auth_time : null,
  };
}
