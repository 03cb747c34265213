import type { Session } from '~/http/session';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { checkCurrentPassword } from '../passwords/current-password.server';
import { NOT_AUTHENTICATED, PROVIDER_TEXTS } from '../texts';
import { checkCode } from '../two-factor/check-code.server';
import type { Client } from './client';
import { knownSession } from './known-device.server';
import { isRecentLogin } from './recent-login';
import { noteAuthenticated } from './session-data.server';

/** The session's last password is too long ago. */
export class RecentLoginRequired extends AppError {
  constructor() {
    super('forbidden', PROVIDER_TEXTS['requires-recent-login']);
  }
}

/**
 * For what is grave: changing the email address, two-factor, deletion.
 * @throws RecentLoginRequired (forbidden): its text asks to confirm, at /auth/reauthenticate
 */
export function requireRecentLogin(
  { authenticatedAt }: Pick<Session, 'authenticatedAt'>,
  now = new Date(),
): void {
  if (isRecentLogin(authenticatedAt, now)) return;
  throw new RecentLoginRequired();
}

/**
 * The signed-in person gives their password again, and a code where two-factor sign-in is on: this session, and no
 * other, counts as recently signed in.
 * @throws WrongPassword, WrongCode, AppError too-many-requests, unauthenticated (the session ended meanwhile), unavailable
 */
export async function reauthenticate(
  found: Session,
  { password, code }: { password: string; code: string },
  client: Client,
): Promise<void> {
  const { user, sessionId } = found;
  const from = { address: client.address, known: knownSession(found) };
  const passwordHash = await checkCurrentPassword(
    user.id,
    { email: user.email, ...from },
    password,
  );
  await checkCode({ userId: user.id, code, ...from });
  const noted = await noteAuthenticated(sql, { userId: user.id, sessionId, passwordHash });
  if (!noted) throw new AppError('unauthenticated', NOT_AUTHENTICATED);
}
