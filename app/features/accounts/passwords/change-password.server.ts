import type { Session } from '~/http/session';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { queueAccountEmail } from '../email/account-email.server';
import { endCodes } from '../email/action-code-data.server';
import type { Client } from '../sessions/client';
import { knownSession } from '../sessions/known-device.server';
import {
  deleteOtherSessions,
  deleteSessionsOf,
  noteAuthenticated,
} from '../sessions/session-data.server';
import { publishSessionEnded } from '../sessions/session-events.server';
import { NOT_AUTHENTICATED } from '../texts';
import { exchangePasswordHash, updatePasswordHash } from '../users/user-data.server';
import { checkCurrentPassword } from './current-password.server';
import { hashPassword } from './passwords.server';

export interface PasswordChange {
  currentPassword: string;
  /** Checked against the policy. */
  newPassword: string;
}

/**
 * Replaces the signed-in person's password, and tells them by mail. Their other sessions end at once; this one stays.
 * @throws WrongPassword, AppError too-many-requests, unauthenticated (the session ended meanwhile), unavailable
 */
export async function changePassword(
  found: Session,
  { currentPassword, newPassword }: PasswordChange,
  client: Client,
): Promise<void> {
  const { user, sessionId } = found;
  const guess = { email: user.email, address: client.address, known: knownSession(found) };
  const previous = await checkCurrentPassword(user.id, guess, currentPassword);
  const passwordHash = await hashPassword(newPassword);
  const ended = await transaction(async (tx) => {
    // In this order: see openSession, which a sign-in with the old password may be in right now.
    const exchanged = await exchangePasswordHash(tx, user.id, previous, passwordHash);
    const stays = exchanged && { userId: user.id, sessionId, passwordHash };
    // Another change came first, and has ended this session.
    if (!stays || !(await noteAuthenticated(tx, stays))) {
      throw new AppError('unauthenticated', NOT_AUTHENTICATED);
    }
    // Links that were asked for while others knew the password end with it.
    await endCodes(tx, user.id, ['reset_password', 'change_email']);
    await queueAccountEmail({ kind: 'password-changed', email: user.email }, tx);
    return deleteOtherSessions(tx, user.id, sessionId);
  });
  await Promise.all(
    ended.map((other) => publishSessionEnded({ userId: user.id, sessionId: other })),
  );
}

/**
 * Replaces the password (checked against the policy by the caller) and ends all the user's sessions, and the links that
 * were emailed to them for this or for another address.
 */
export async function setPassword(userId: UserScope, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await transaction(async (tx) => {
    // In this order: see openSession, which a sign-in with the old password may be in right now.
    await updatePasswordHash(tx, userId, hash);
    await deleteSessionsOf(tx, userId);
    await endCodes(tx, userId, ['reset_password', 'change_email']);
  });
  await publishSessionEnded({ userId });
}
