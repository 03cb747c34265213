import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { Session } from '~/http/session';

import type { Client } from './client';
import { knownSession } from './known-device.server';
import { checkCurrentPassword } from '../passwords/current-password.server';
import { NOT_AUTHENTICATED } from '../texts';
import { checkCode } from '../two-factor/check-code.server';
import { noteAuthenticated } from './sessions.server';

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
