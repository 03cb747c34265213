import { appUrl } from '~/lib/env.server';

import type { SessionUser } from './session-user';
import { findSession, readSecret } from './sessions.server';

export interface Authenticated {
  user: SessionUser;
  /** The hash that names the session in the database and in rooms: no secret. */
  sessionId: string;
}

export interface Authentication extends Authenticated {
  /** The Set-Cookie header of a session that was just renewed. An answer that can't carry it may drop it. */
  setCookie?: string;
}

/**
 * Who sent this Cookie header, for requests and handshakes that don't pass Remix; null for visitors, ended sessions
 * and disabled users. `secure` says whether the browser spoke https (default: APP_URL does).
 */
export async function authenticate(
  cookieHeader: string | null | undefined,
  { secure = appUrl().startsWith('https:') }: { secure?: boolean } = {},
): Promise<Authentication | null> {
  const secret = readSecret(cookieHeader);
  return secret ? findSession(secret, secure) : null;
}
