import type { Gate } from '~/http/gate.server';
import type { Session, SessionUser } from '~/http/session';
import { appUrl, env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';

import { NOT_AUTHENTICATED, VERIFY_FIRST } from '../texts';
import { findSession } from './session-data.server';

/**
 * True where the operator lets in only who has verified their email address: by REQUIRE_VERIFIED_EMAIL, or because an address
 * of certain domains is what one signs up by, and anyone can type one.
 */
export function requiresVerifiedEmail(): boolean {
  const { REQUIRE_VERIFIED_EMAIL, SIGNUP } = env();
  return REQUIRE_VERIFIED_EMAIL || SIGNUP.kind === 'domains';
}

/** False for who is signed in but must verify their email address before anything else. */
export function isAdmitted(user: SessionUser): boolean {
  return user.emailVerified || !requiresVerifiedEmail();
}

interface Authentication extends Session {
  /** The Set-Cookie headers of a session that was just renewed. An answer that can't carry them may drop them. */
  setCookies: string[];
}

/**
 * Whose session this Cookie header names, also if the gate keeps them out; null for visitors, ended sessions and
 * disabled users. `secure` says whether the browser spoke https (default: APP_URL does).
 */
export async function identify(
  cookieHeader: string | null | undefined,
  { secure = appUrl().startsWith('https:') }: { secure?: boolean } = {},
): Promise<Authentication | null> {
  return findSession(cookieHeader, secure);
}

/**
 * Who sent this Cookie header, for handshakes and requests that don't pass Remix; null for visitors, ended sessions,
 * disabled users, and who has to verify their email address first.
 */
export async function authenticate(
  cookieHeader: string | null | undefined,
  options?: { secure?: boolean },
): Promise<Authentication | null> {
  const found = await identify(cookieHeader, options);
  return found && isAdmitted(found.user) ? found : null;
}

/** The same for the API: says why not. @throws AppError unauthenticated, forbidden (email not verified) */
export const apiGate: Gate = async ({ cookie, secure, unverified = false }) => {
  const found = await identify(cookie, { secure });
  if (!found) throw new AppError('unauthenticated', NOT_AUTHENTICATED);
  if (!unverified && !isAdmitted(found.user)) throw new AppError('forbidden', VERIFY_FIRST);
  const { setCookies, ...session } = found;
  return { session, setCookies };
};
