import type { Gate } from '~/http/gate.server';
import type { Session, SessionUser } from '~/http/session';
import { appUrl, env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import { noteZone } from '~/lib/format/context';
import { MINUTE_MS } from '~/lib/time';

import { SECOND_FACTOR_TEXTS } from '../second-factor/texts';
import { NOT_AUTHENTICATED, VERIFY_FIRST } from '../texts';
import { openToken, sealToken } from './id-token.server';
import { findOpenSession, findSession } from './session-data.server';
import { sessionSecret } from './signed-text.server';

/**
 * Whether only people with a verified email address are let in: because of REQUIRE_VERIFIED_EMAIL, or because addresses
 * of certain domains may sign up, and anyone can type one of those.
 */
export function requiresVerifiedEmail(): boolean {
  const { REQUIRE_VERIFIED_EMAIL, SIGNUP } = env();
  return REQUIRE_VERIFIED_EMAIL || SIGNUP.kind === 'domains';
}

/** False for people who are signed in but have to verify their email address before they can do anything else. */
export function isVerified(user: SessionUser): boolean {
  return user.emailVerified || !requiresVerifiedEmail();
}

/** False for people who are signed in but have to verify their email address, or set up a second factor, before anything else. */
export function isAdmitted(user: SessionUser): boolean {
  return isVerified(user) && !user.lacksSecondFactor;
}

interface Authentication extends Session {
  /** The Set-Cookie headers of a session that was just renewed. A response that can't carry them may drop them. */
  setCookies: string[];
}

/**
 * The session of this Cookie header, even if the gate keeps its user out; null for visitors, ended sessions and disabled
 * users. `secure` says whether the browser spoke https (default: what APP_URL says).
 */
export async function identify(
  cookieHeader: string | null | undefined,
  { secure = appUrl().startsWith('https:') }: { secure?: boolean } = {},
): Promise<Authentication | null> {
  const found = await findSession(cookieHeader, secure);
  if (found) noteZone(found.user.timeZone);
  return found;
}

/**
 * Who sent this Cookie header, for handshakes and requests that don't pass through Remix; null for visitors, ended
 * sessions, disabled users, and people whom the gate keeps out (`isAdmitted`).
 */
export async function authenticate(
  cookieHeader: string | null | undefined,
  options?: { secure?: boolean },
): Promise<Authentication | null> {
  const found = await identify(cookieHeader, options);
  return found && isAdmitted(found.user) ? found : null;
}

/** The same for the API, which says why not. @throws AppError unauthenticated, forbidden (no verified email or second factor) */
export const apiGate: Gate = async ({ cookie, secure, unverified = false, enrolling = false }) => {
  const found = await identify(cookie, { secure });
  if (!found) throw new AppError('unauthenticated', NOT_AUTHENTICATED);
  const { user } = found;
  if (!unverified && !isVerified(user)) throw new AppError('forbidden', VERIFY_FIRST);
  if (!unverified && !enrolling && user.lacksSecondFactor) {
    throw new AppError('forbidden', SECOND_FACTOR_TEXTS.first);
  }
  const { setCookies, ...session } = found;
  return { session, setCookies };
};

const ID_TOKEN_MS = 10 * MINUTE_MS;

export interface IdToken {
  token: string;
  expiresAt: Date;
}

/** A token that stands for this session in an Authorization header, for ten minutes but no longer than the session. */
export function issueIdToken({ user, sessionId }: Session, now = new Date()): IdToken {
  const expiresAt = new Date(now.getTime() + ID_TOKEN_MS);
  const token = sealToken({ userId: user.id, sessionId, expiresAt }, sessionSecret());
  return { token, expiresAt };
}

/**
 * Who sent this Authorization header; null without a valid token, once its session has ended, for disabled users, and for
 * people whom the gate keeps out.
 */
export async function bearerUser(
  authorization: string | null,
  now = new Date(),
): Promise<SessionUser | null> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  const claims = token === undefined ? null : openToken(token, sessionSecret(), now);
  const user = claims && (await findOpenSession(claims, now));
  return user && isAdmitted(user) ? user : null;
}
