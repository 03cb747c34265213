import { transaction } from '~/lib/db/index.server';

import { publishSessionEnded } from '../sessions/session-events.server';
import { deleteSessionsOf } from '../sessions/sessions.server';
import { updateDisabled } from './users.server';

/** Shuts the user out: no sign-in, and every session ends. */
export async function disableUser(userId: string): Promise<void> {
  await transaction(async (tx) => {
    // In this order: see openSession, which a sign-in may be in right now.
    await updateDisabled(tx, userId, true);
    await deleteSessionsOf(tx, userId);
  });
  await publishSessionEnded({ userId });
}
