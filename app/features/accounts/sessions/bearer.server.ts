import type { Session, SessionUser } from '~/http/session';

import { isAdmitted } from './authenticate.server';
import { openToken, sealToken } from './id-token.server';
import { findOpenSession } from './session-data.server';
import { sessionSecret } from './signed-text.server';

const LIFETIME_MS = 10 * 60_000;

export interface IdToken {
  token: string;
  expiresAt: Date;
}

/** A token that stands for this session in an Authorization header, for ten minutes, and no longer than the session. */
export function issueIdToken({ user, sessionId }: Session, now = new Date()): IdToken {
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  return {
    token: sealToken({ userId: user.id, sessionId, expiresAt }, sessionSecret()),
    expiresAt,
  };
}

/**
 * Who sent this Authorization header. Null without a good token, once its session has ended, for disabled users, and
 * for who has to verify their email address first.
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
