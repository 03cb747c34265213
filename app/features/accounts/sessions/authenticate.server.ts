import { appUrl } from '~/lib/env.server';
import { AppError } from '~/lib/errors';

import { isAdmitted } from './gate.server';
import { NOT_AUTHENTICATED, VERIFY_FIRST } from '../texts';
import type { SessionUser } from './session-user';
import { findSession } from './sessions.server';

export interface Authenticated {
  user: SessionUser;
  /** The hash that names the session in the database and in rooms: no secret. */
  sessionId: string;
  /** When the password was last given in this session. */
  authenticatedAt: Date;
}

export interface Authentication extends Authenticated {
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
 * disabled users, and who has to verify their e-mail first.
 */
export async function authenticate(
  cookieHeader: string | null | undefined,
  options?: { secure?: boolean },
): Promise<Authentication | null> {
  const found = await identify(cookieHeader, options);
  return found && isAdmitted(found.user) ? found : null;
}

/**
 * The same for an API: says why not.
 * @throws AppError unauthenticated, forbidden (e-mail not verified)
 */
export async function authenticateApi(
  cookieHeader: string | null | undefined,
): Promise<Authentication> {
  const found = await identify(cookieHeader);
  if (!found) throw new AppError('unauthenticated', NOT_AUTHENTICATED);
  if (!isAdmitted(found.user)) throw new AppError('forbidden', VERIFY_FIRST);
  return found;
}
