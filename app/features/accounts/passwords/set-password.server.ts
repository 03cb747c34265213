import { transaction } from '~/lib/db/index.server';

import { endCodes } from '../email/action-codes.server';
import { hashPassword } from './passwords.server';
import { publishSessionEnded } from '../sessions/session-events.server';
import { deleteSessionsOf } from '../sessions/sessions.server';
import { updatePasswordHash } from '../users/users.server';

/**
 * Replaces the password (checked against the policy by the caller) and ends all the user's sessions, and the links that
 * were mailed to them for this or for another address.
 */
export async function setPassword(userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await transaction(async (tx) => {
    // In this order: see openSession, which a sign-in with the old password may be in right now.
    await updatePasswordHash(tx, userId, hash);
    await deleteSessionsOf(tx, userId);
    await endCodes(tx, userId, ['reset_password', 'change_email']);
  });
  await publishSessionEnded({ userId });
}
