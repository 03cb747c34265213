import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import type { Authenticated } from './authenticate.server';
import type { Client } from './client';
import { checkCurrentPassword } from '../passwords/current-password.server';
import { NOT_AUTHENTICATED } from '../messages';
import { noteAuthenticated } from './sessions.server';

/**
 * The signed-in person gives their password again: this session, and no other, counts as recently signed in.
 * @throws WrongPassword, AppError too-many-requests, unauthenticated (the session ended meanwhile), unavailable
 */
export async function reauthenticate(
  { user, sessionId }: Authenticated,
  password: string,
  client: Client,
): Promise<void> {
  const guess = { email: user.email, address: client.address };
  const passwordHash = await checkCurrentPassword(user.id, guess, password);
  const noted = await noteAuthenticated(sql, { userId: user.id, sessionId, passwordHash });
  if (!noted) throw new AppError('unauthenticated', NOT_AUTHENTICATED);
}
