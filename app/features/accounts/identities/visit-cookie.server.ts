// One signed cookie, valid for ten minutes, ties a visit to an issuer to the browser. It first holds what was asked; then,
// if the person has to decide something, what the issuer said about them; and after signing out, which issuer it was.
import { z } from 'zod';

import type { AuthorizationChecks } from '~/gateways/issuers/index.server';
import type { Session } from '~/http/session';
import type { UserScope } from '~/lib/scope';

import { HOME, safeRedirect } from '../forms/redirect-target';
import { issuerCookies, readCookie, serializeCookie } from '../sessions/cookies.server';
import { readSigned, sessionSecret, signText } from '../sessions/signed-text.server';
import { ISSUER_PURPOSES, type IssuerPurpose } from './identity';

const PREFIX = 'bwoidc';
const LIFETIME_S = 10 * 60;
/** A cookie has room for 4 KB. */
const MAX_BACK = 500;

/** The person is at the issuer. */
export interface Visit extends AuthorizationChecks {
  issuerId: string;
  purpose: IssuerPurpose;
  /** The path to go to in the end; null if none was named. */
  back: string | null;
  /** The code of the invitation that the person came with. */
  invitation: string | null;
  /** The session that began it; null for a sign-in. */
  sessionId: string | null;
  /** When it began. */
  at: number;
}

/** The issuer has said who the person is. Nothing is linked yet. */
export interface Offer {
  issuerId: string;
  subject: string;
  /** Normalized, and verified. */
  email: string;
  firstName: string;
  lastName: string;
  isAdmin: boolean;
  back: string | null;
  invitation: string | null;
  /** The session that asked to link it; null for a sign-in. */
  sessionId: string | null;
}

/** The signed-in person has shown an issuer who they are, and still has to give a code. */
export interface ShownIdentity {
  userId: UserScope;
  sessionId: string;
}

/** The person has signed out of a session that the issuer opened. */
export interface Left {
  issuerId: string;
}

const text = z.string();
const SHAPES = {
  visit: z.object({
    ...{ state: text, nonce: text, verifier: text, issuerId: text },
    purpose: z.enum(ISSUER_PURPOSES),
    ...{ back: text.nullable(), invitation: text.nullable(), sessionId: text.nullable() },
    at: z.int(),
  }),
  offer: z.object({
    ...{ issuerId: text, subject: text, email: text, firstName: text, lastName: text },
    isAdmin: z.boolean(),
    ...{ back: text.nullable(), invitation: text.nullable(), sessionId: text.nullable() },
  }),
  shown: z.object({ userId: text, sessionId: text }),
  left: z.object({ issuerId: text }),
};

interface Contents {
  visit: Visit;
  offer: Offer;
  shown: ShownIdentity;
  left: Left;
}

/** The Set-Cookie header that replaces whatever the browser kept. */
export function keep<Kind extends keyof Contents>(
  kind: Kind,
  content: Contents[Kind],
  secure: boolean,
  now = Date.now(),
): string {
  const claims = { ...content, exp: now + LIFETIME_S * 1_000 };
  const value = signText(`${PREFIX}${kind}`, claims, sessionSecret());
  return serializeCookie(issuerCookies.nameFor(secure), value, { secure, maxAge: LIFETIME_S });
}

/** What the Cookie header has of this kind; null without a valid one. */
export function readKept<Kind extends keyof Contents>(
  kind: Kind,
  cookieHeader: string | null | undefined,
  now = Date.now(),
): Contents[Kind] | null {
  for (const name of issuerCookies.names) {
    const value = readCookie(cookieHeader, name);
    const signed =
      value === null ? undefined : readSigned(`${PREFIX}${kind}`, value, sessionSecret());
    if (signed === undefined) continue;
    // Everything that is signed was made above.
    const { exp } = z.object({ exp: z.int() }).parse(signed);
    return exp > now ? (SHAPES[kind].parse(signed) as unknown as Contents[Kind]) : null;
  }
  return null;
}

/** The Set-Cookie header that makes the browser forget it. */
export function forget(secure: boolean): string {
  return serializeCookie(issuerCookies.nameFor(secure), '', { secure, maxAge: 0 });
}

/** A path that fits into the cookie; null if there is none. */
export function shortBack(target: string | null): string | null {
  if (target === null) return null;
  const path = safeRedirect(target);
  return path.length <= MAX_BACK ? path : HOME;
}

/** Whether an issuer has just shown, in this session, who the signed-in person is. */
export function hasShownIdentity(
  request: Request,
  { user, sessionId }: Pick<Session, 'user' | 'sessionId'>,
): boolean {
  const shown = readKept('shown', request.headers.get('cookie'));
  return shown?.userId === user.id && shown.sessionId === sessionId;
}
