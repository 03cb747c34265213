import { orThrowResponse } from '~/http/failure.server';
import { appUrl, env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import type { IssuerSetting } from '~/settings/json-settings';

import type { IssuerView } from './identity';
import { IDENTITY_TEXTS } from './texts';

export function listIssuers(): IssuerView[] {
  return env().OPENID_ISSUERS.map(({ id, name }) => ({ id, name }));
}

/** @throws AppError `not-found` */
export function requireIssuer(id: string | undefined): IssuerSetting {
  const found = env().OPENID_ISSUERS.find((issuer) => issuer.id === id);
  if (!found) throw new AppError('not-found', IDENTITY_TEXTS.unknown);
  return found;
}

/** For pages: a wrong id is an address that doesn't exist. */
export function issuerOrNotFound(id: string | undefined): Promise<IssuerSetting> {
  return orThrowResponse(Promise.resolve().then(() => requireIssuer(id)));
}

/** The issuer's address as identities store it: without a trailing slash, however the operator writes it. */
export function addressOf({ issuer }: Pick<IssuerSetting, 'issuer'>): string {
  return new URL(issuer).href.replace(/\/$/, '');
}

/** The addresses of all issuers that people can sign in with. */
export function issuerAddresses(): string[] {
  return env().OPENID_ISSUERS.map(addressOf);
}

/** The issuer at this address; undefined if the operator no longer names it. */
export function issuerAt(address: string): IssuerSetting | undefined {
  return env().OPENID_ISSUERS.find((issuer) => addressOf(issuer) === address);
}

/** Where the issuer leads back to, which the operator registers there. */
export function returnAddress(issuerId: string): string {
  return `${appUrl()}/auth/oidc/${issuerId}/callback`;
}

/** Where the issuer leads after people signed out there. */
export function signedOutAddress(): string {
  return `${appUrl()}/auth/login`;
}
