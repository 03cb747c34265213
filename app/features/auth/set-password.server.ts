import { transaction } from '~/lib/db/index.server';

import { hashPassword } from './passwords.server';
import { announceSessionEnded } from './session-events.server';
import { deleteSessionsOf } from './sessions.server';
import { updatePasswordHash } from './users.server';

/** Replaces the password (checked against the policy by the caller) and ends all the user's sessions. */
export async function setPassword(userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await transaction(async (tx) => {
    // In this order: see openSession, which a sign-in with the old password may be in right now.
    await updatePasswordHash(tx, userId, hash);
    await deleteSessionsOf(tx, userId);
  });
  await announceSessionEnded({ userId });
}
